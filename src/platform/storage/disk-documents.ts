import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { demandDocumentKey } from './document-key.ts'
import { Documents } from './documents.ts'

/** Documents as files below one directory, readable by the process's user only. A reader never gets half a file. */
export class DiskDocuments extends Documents {
  readonly #root: string

  /** `root` is created with the first document. */
  constructor(root: string) {
    super()
    this.#root = root
  }

  override async put(key: string, bytes: Buffer, _contentType: string): Promise<void> {
    demandDocumentKey(key)
    const path = join(this.#root, key)
    const draft = `${path}.${randomUUID()}.tmp`
    try {
      const file = await openNew(draft)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  override async get(key: string): Promise<Buffer | null> {
    demandDocumentKey(key)
    try {
      return await readFile(join(this.#root, key))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)))) return null
      throw error
    }
  }

  override async delete(key: string): Promise<void> {
    demandDocumentKey(key)
    await rm(join(this.#root, key), { force: true })
  }
}

/** A new file that its owner may read; makes the folder where there is none. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return open(path, 'wx', 0o600)
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

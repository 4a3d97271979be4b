import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { demandDocumentKey } from './document-key.ts'
import { Documents } from './documents.ts'

/** Documents as files below one directory, readable by the process's user only. A reader never sees half a file. */
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
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${randomUUID()}.tmp`
    try {
      const file = await open(draft, 'wx', 0o600)
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
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
      throw error
    }
  }

  override async delete(key: string): Promise<void> {
    demandDocumentKey(key)
    await rm(join(this.#root, key), { force: true })
  }
}

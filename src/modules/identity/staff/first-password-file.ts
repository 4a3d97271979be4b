import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface FirstPassword {
  username: string
  password: string
}

/** Stores the generated password of the first member of staff, readable by its owner only, until it is used. */
export class FirstPasswordFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Undefined when there is no file, or its content is not usable. */
  async read(): Promise<FirstPassword | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const [, username, password] = /^username: (\S+)\npassword: (\S+)\n$/.exec(text) ?? []
    return username && password ? { username, password } : undefined
  }

  /**
   * Writes the whole file in one step, replacing one whose content is not usable. Of two processes that start at once the
   * first one writes.
   * @returns the content of the file afterwards
   */
  async keep(first: FirstPassword): Promise<FirstPassword> {
    await mkdir(dirname(this.path), { recursive: true })
    const unfinished = `${this.path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
    try {
      const text = `username: ${first.username}\npassword: ${first.password}\n`
      await writeFile(unfinished, text, { mode: 0o600, flag: 'wx' })
      await link(unfinished, this.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if ((await this.read()) === undefined) await rename(unfinished, this.path)
    } finally {
      await rm(unfinished, { force: true })
    }
    return (await this.read()) ?? first
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }

  /** Removes the file after the account has signed in with its password. */
  async signedIn(username: string): Promise<void> {
    if ((await this.read())?.username === username) await this.remove()
  }
}

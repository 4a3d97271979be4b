import { readFile } from 'node:fs/promises'

let bytes: Promise<Buffer> | undefined

/** The typeset whitepaper, made by `npm run whitepaper` and kept in the repository. */
export function whitepaper(): Promise<Buffer> {
  bytes ??= readFile(new URL('./assets/whitepaper.pdf', import.meta.url))
  return bytes
}

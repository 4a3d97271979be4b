/** Name relative to the project's folder, size, second of the last change (-1 where that is too near), digest. */
export type BundleInput = [name: string, size: number, second: number, digest: string]

export const bundlesFolder: string
export const inputsFile: string
export function currentBundle(root: string): string | undefined
export function secondOf(found: { mtimeMs: number }): number
export function digestOf(content: Buffer): string

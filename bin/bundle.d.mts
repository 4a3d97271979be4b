/** Path from the project's folder, size, second of the last change (-1 when it is too close to the bundling), digest. */
export type BundleInput = [name: string, size: number, second: number, digest: string]

export const bundlesFolder: string
export const inputsFile: string
export function currentBundle(root: string): string | undefined
export function secondOf(found: { mtimeMs: number }): number
export function digestOf(content: Buffer): string

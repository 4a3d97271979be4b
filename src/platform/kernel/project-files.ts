// The sources are three folders below the project, and so is the bundle that a start runs (dist/bundle/<digest>).
const project = new URL('../../../', import.meta.url)
const isBundled = /\/dist\/bundle\/[^/]+\/[^/]+$/.test(import.meta.url)

/** A file of the project, by its path from the project's folder. */
export const fileOf = (path: string): URL => new URL(path, project)

/** The module that a worker thread runs. Its name ends in `-thread.ts`; in a bundle it is a file beside the server's. */
export const threadOf = (path: string): URL =>
  isBundled ? new URL(path.replace(/^.*\/(.*)\.ts$/, './$1.mjs'), import.meta.url) : fileOf(path)

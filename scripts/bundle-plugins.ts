/** Changes of the server's sources for the bundle: where packages, threads and files are found. See bundle-server.ts. */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

const home = fileURLToPath(new URL('..', import.meta.url))

/** Imported, but not bundled: these packages share no objects with the bundle, have native parts, or read their own files. */
const apart = /^(?:@opentelemetry\/|@node-rs\/|pdfkit$|fontkit$)/
/** Imported on demand, but bundled: these packages share objects with the bundle. */
const shared = /^@mikro-orm\//

/** Packages that are imported on demand are not bundled, and are loaded from node_modules when needed. */
export const packagesOnDemand: Plugin = {
  name: 'packages-on-demand',
  resolveId(name, importer, { kind }) {
    if (/^[./#]/.test(name) || importer === undefined) return null
    if (apart.test(name)) return { id: name, external: true }
    const isOurs = !importer.includes('/node_modules/')
    return kind === 'dynamic-import' && isOurs && !shared.test(name) ? { id: name, external: true } : null
  },
}

/** The module of a worker thread is a bundle of its own, beside the server's. */
export const threadAddresses: Plugin = {
  name: 'thread-addresses',
  transform(code) {
    const moved = code.replaceAll(
      /new URL\('[^']*?([\w-]+-thread)\.ts', import\.meta\.url\)/g,
      (_, name: string) => `new URL('./${name}.mjs', ${ownUrl})`,
    )
    return moved === code ? null : { code: moved, map: null }
  },
}

/** The URL of the bundled file itself, which `ownAddresses` does not replace. */
const ownUrl = "import.meta['url']"

/** Modules that load files beside themselves (fonts, drawings) keep the URL of their source file. */
export const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform(code, id) {
    if (!/\bimport\.meta\.(?:url|dirname|filename)\b/.test(code)) return null
    // Relative to a bundle's folder.
    const address = (path: string): string =>
      `new URL(${JSON.stringify(join('../../..', relative(home, path)))}, import.meta.url)`
    const moved = code
      .replaceAll('import.meta.url', `${address(id)}.href`)
      .replaceAll('import.meta.dirname', `decodeURIComponent(${address(dirname(id))}.pathname)`)
      .replaceAll('import.meta.filename', `decodeURIComponent(${address(id)}.pathname)`)
    // The lines do not move, so no source map is needed.
    return { code: moved, map: null }
  },
}

/** Refuses a character beyond ASCII in a raw template, where the escape of `inAscii` would become part of the text. */
export const plainRawTemplates: Plugin = {
  name: 'plain-raw-templates',
  transform(code, id) {
    if (/String\.raw`[^`]*[^\0-\x7f`]/.test(code))
      this.error(`${id}: a String.raw template has a sign beyond ASCII; write it as \\u and its number`)
  },
}

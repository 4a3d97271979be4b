/** What bundling changes in the sources of the server: where packages, threads and files are found. See bundle-server.ts. */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

const home = fileURLToPath(new URL('..', import.meta.url))

/** Not in the bundle although it imports them: they share objects with nothing in it, have native parts, or files of their own. */
const apart = /^(?:@opentelemetry\/|@node-rs\/|pdfkit$|fontkit$)/
/** In the bundle although they come on demand: they share objects with what is in it. */
const shared = /^@mikro-orm\//

/** What the sources import on demand stays a package, and is loaded from there when it is needed. */
export const packagesOnDemand: Plugin = {
  name: 'packages-on-demand',
  resolveId(name, importer, { kind }) {
    if (/^[./#]/.test(name) || importer === undefined) return null
    if (apart.test(name)) return { id: name, external: true }
    const isOurs = !importer.includes('/node_modules/')
    return kind === 'dynamic-import' && isOurs && !shared.test(name) ? { id: name, external: true } : null
  },
}

/** A thread of the bundle is its own piece, beside the server's. */
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

/** The address of the bundled file itself, which `ownAddresses` leaves as it is. */
const ownUrl = "import.meta['url']"

/** A file that finds others beside itself (fonts, drawings) goes on to find them where they are. */
export const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform(code, id) {
    if (!/\bimport\.meta\.(?:url|dirname|filename)\b/.test(code)) return null
    // From the folder of a bundle.
    const address = (path: string): string =>
      `new URL(${JSON.stringify(join('../../..', relative(home, path)))}, import.meta.url)`
    const moved = code
      .replaceAll('import.meta.url', `${address(id)}.href`)
      .replaceAll('import.meta.dirname', `decodeURIComponent(${address(dirname(id))}.pathname)`)
      .replaceAll('import.meta.filename', `decodeURIComponent(${address(id)}.pathname)`)
    // Lines stay where they are.
    return { code: moved, map: null }
  },
}

/** What `inAscii` writes for a sign stands in the text of a raw template as it is written: such a sign may not be there. */
export const plainRawTemplates: Plugin = {
  name: 'plain-raw-templates',
  transform(code, id) {
    if (/String\.raw`[^`]*[^\0-\x7f`]/.test(code))
      this.error(`${id}: a String.raw template has a sign beyond ASCII; write it as \\u and its number`)
  },
}

/** Part of `npm run build`: makes one piece of the server and its packages, which starts in a fraction of the time. ADR 061. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import {
  type BundleInput,
  bundlesFolder,
  currentBundle,
  digestOf,
  inputsFile,
  secondOf,
} from '../bin/bundle.mjs'
import { linesOf } from './source-lines.ts'

const home = fileURLToPath(new URL('..', import.meta.url))
/** A bundle stays for so long beside newer ones: processes that run may still load a part of it. */
const keptMs = 30 * 86_400_000

/** Bundles the server when its sources differ from the last bundle. */
export async function bundleIfChanged(): Promise<void> {
  if (currentBundle(home) === undefined) await bundleServer()
}

/** The bundle is made beside the others, in a folder named after its content, and becomes the newest in one step. */
export async function bundleServer(): Promise<void> {
  const began = Date.now()
  const target = join(home, bundlesFolder)
  const work = join(target, `.work-${process.pid}`)
  await mkdir(work, { recursive: true })
  try {
    const { chunks, files } = await bundled()
    const sources: string[] = []
    const hash = createHash('sha256')
    for (const chunk of chunks) {
      const code = inAscii(chunk.code)
      hash.update(chunk.fileName).update(code)
      await writeFile(join(work, chunk.fileName), code)
      await writeFile(join(work, `${chunk.fileName}.lines`), placesOf(chunk, sources))
    }
    await writeFile(join(work, 'sources.json'), JSON.stringify(sources))
    const folder = hash.digest('hex').slice(0, 16)
    // One of the same content may be in use.
    await rename(work, join(target, folder)).catch(() => utimes(join(target, folder), new Date(), new Date()))
    await writeFile(
      join(target, `.${process.pid}`),
      JSON.stringify({ folder, files: await inputsOf(files, began) }),
    )
    await rename(join(target, `.${process.pid}`), join(target, inputsFile))
    await removeOld(target, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @returns also every file of the project that was read */
async function bundled(): Promise<{ chunks: OutputChunk[]; files: Set<string> }> {
  const files = new Set([join(home, 'package.json'), join(home, 'package-lock.json')])
  const bundle = await rolldown({
    input: { start: join(home, 'src/main.ts') },
    cwd: home,
    platform: 'node',
    tsconfig: false,
    logLevel: 'warn',
    plugins: [packagesOnDemand, ownAddresses, plainRawTemplates, noting(files)],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: 'hidden',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // The ORM and the container read the names of classes.
    keepNames: true,
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  return { chunks: output.filter((each) => each.type === 'chunk'), files }
}

/** Not in the bundle although it imports them: they share objects with nothing in it, or have native parts. */
const apart = /^@opentelemetry\//
/** In the bundle although they come on demand: they share objects with what is in it. */
const shared = /^@mikro-orm\//

/** What the sources import on demand stays a package, and is loaded from there when it is needed. */
const packagesOnDemand: Plugin = {
  name: 'packages-on-demand',
  resolveId(name, importer, { kind }) {
    if (/^[./#]/.test(name) || importer === undefined) return null
    if (apart.test(name)) return { id: name, external: true }
    const isOurs = !importer.includes('/node_modules/')
    return kind === 'dynamic-import' && isOurs && !shared.test(name) ? { id: name, external: true } : null
  },
}

/** A file that finds others beside itself (threads, fonts, drawings) goes on to find them where they are. */
const ownAddresses: Plugin = {
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
const plainRawTemplates: Plugin = {
  name: 'plain-raw-templates',
  transform(code, id) {
    if (/String\.raw`[^`]*[^\0-\x7f`]/.test(code))
      this.error(`${id}: a String.raw template has a sign beyond ASCII; write it as \\u and its number`)
  },
}

function noting(files: Set<string>): Plugin {
  return {
    name: 'note-files',
    buildEnd() {
      for (const id of this.getModuleIds())
        if (id.startsWith(home) && !id.includes('/node_modules/')) files.add(id)
    },
  }
}

const beyondAscii = /[^\0-\x7f]/g

/** One sign beyond it and V8 keeps the whole file with two bytes a sign. */
const inAscii = (code: string): string =>
  code.replace(beyondAscii, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @param sources the list that the places refer to; what is new is added to it */
function placesOf({ code, map }: OutputChunk, sources: string[]): Int32Array {
  // The bundler's own few lines.
  if (map === null) return new Int32Array()
  const names = map.sources.map((source) => relative(home, join(home, bundlesFolder, 'folder', source)))
  const numbers = names.map((name) => {
    const known = sources.indexOf(name)
    return known < 0 ? sources.push(name) - 1 : known
  })
  const lines = code.split('\n')
  return linesOf(
    map.mappings,
    (source) => numbers[source] ?? 0,
    // Each sign beyond ASCII has become six.
    (line, column) => (lines[line - 1]?.slice(0, column).match(beyondAscii)?.length ?? 0) * 5,
  )
}

/** A file that changed in the second in which the bundle was begun may have been read before it did: it has no time. */
async function inputsOf(files: Iterable<string>, began: number): Promise<BundleInput[]> {
  const inputs = [...files].sort().map(async (file): Promise<BundleInput> => {
    const [found, content] = await Promise.all([stat(file), readFile(file)])
    const second = secondOf(found)
    return [
      relative(home, file),
      found.size,
      second < Math.floor(began / 1_000) ? second : -1,
      digestOf(content),
    ]
  })
  return Promise.all(inputs)
}

async function removeOld(target: string, newest: string): Promise<void> {
  for (const name of await readdir(target)) {
    if (name === newest || name === inputsFile) continue
    const { mtimeMs } = await stat(join(target, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > keptMs) await rm(join(target, name), { recursive: true, force: true })
  }
}

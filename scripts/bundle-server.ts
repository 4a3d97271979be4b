/** Part of `npm run build`: bundles the server and its packages, which then starts in a fraction of the time. ADR 061. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, rolldown } from 'rolldown'
import {
  type BundleInput,
  bundlesFolder,
  currentBundle,
  digestOf,
  inputsFile,
  secondOf,
} from '../bin/bundle.mjs'

/**
 * Packages that stay outside: they have native parts, read their own files, share no objects with the server, or are
 * needed now and then only and imported on demand.
 */
const outside =
  /^(?:@aws-sdk|@digitalbazaar|@digitalcredentials|@node-rs|@opentelemetry)\/|^(?:bidi-js|fontkit|harfbuzzjs|nodemailer|pdfkit|prom-client|sharp|subset-font|tinypool|vite)$/
const home = fileURLToPath(new URL('..', import.meta.url))
/** Milliseconds for which an old bundle is kept beside newer ones: running processes may still load a part of it. */
const keptMs = 30 * 86_400_000

/** Bundles the server when its sources have changed since the last bundle. */
export async function bundleIfChanged(): Promise<void> {
  if (currentBundle(home) === undefined) await bundleServer()
}

/** The bundle is made in a folder beside the others, named after its content, and becomes the newest in one step. */
export async function bundleServer(): Promise<void> {
  const began = Date.now()
  const target = join(home, bundlesFolder)
  const work = join(target, `.work-${process.pid}`)
  await mkdir(work, { recursive: true })
  try {
    // Threads share no objects with the server: two bundles load less code than two entries of one.
    const both = await Promise.all([bundled({ start: 'src/main.ts' }), bundled(await threads())])
    const chunks = both.flatMap((each) => each.chunks)
    const files = new Set(both.flatMap((each) => [...each.files]))
    const hash = createHash('sha256')
    for (const { fileName, code } of chunks) {
      hash.update(fileName).update(code)
      await writeFile(join(work, fileName), code)
    }
    const modules = chunks.map(({ fileName, moduleIds }) => [
      fileName,
      moduleIds.map((id) => relative(home, id)),
    ])
    await writeFile(join(work, 'modules.json'), JSON.stringify(Object.fromEntries(modules)))
    const folder = hash.digest('hex').slice(0, 16)
    // A bundle of the same content may be in use.
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

/** A change of one of these also requires a new bundle. */
const bundledBy = ['package.json', 'package-lock.json', 'scripts/bundle-server.ts']

/** The modules of worker threads, by file name: the names end in `-thread.ts`, and are unique. */
async function threads(): Promise<Record<string, string>> {
  const paths = await readdir(join(home, 'src'), { recursive: true })
  const found = paths.filter((path) => path.endsWith('-thread.ts')).sort()
  return Object.fromEntries(found.map((path) => [basename(path, '.ts'), join('src', path)]))
}

/**
 * @param input entries by the name of their bundled file
 * @returns the bundle, and every file of the project that was read
 */
async function bundled(
  input: Record<string, string>,
): Promise<{ chunks: OutputChunk[]; files: Set<string> }> {
  const bundle = await rolldown({
    input,
    cwd: home,
    platform: 'node',
    tsconfig: false,
    logLevel: 'warn',
    external: (id) => outside.test(id),
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // The ORM and the container read class names.
    keepNames: true,
  })
  const ours = (await bundle.watchFiles).filter((id) => id.startsWith(home) && !id.includes('/node_modules/'))
  await bundle.close()
  const chunks = output.filter((each) => each.type === 'chunk')
  return { chunks, files: new Set([...ours, ...bundledBy.map((path) => join(home, path))]) }
}

/** A file that changed in the second in which bundling began may have been read before the change: its time is -1. */
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

import { rmSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { bundleIfChanged, bundleServer } from '../../scripts/bundle-server.ts'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { isCurrent, writeInputs } from './build-inputs.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))
const web = join(home, 'apps/web')
const dist = join(home, 'dist')

/** One file of Vite's manifest. */
interface ManifestEntry {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, ManifestEntry>

/** Builds the client and the server's bundle if their sources differ from the last build. Returns whether the client was built. */
export async function buildIfChanged(): Promise<boolean> {
  await bundleIfChanged()
  if (await isCurrent(dist)) return false
  await build()
  return true
}

/**
 * Builds the code for the browser and for server rendering into `target`, with compressed copies of every text file. It
 * builds in a temporary folder and renames the result, so that two processes that start together never read half a build.
 */
export async function build(target = dist): Promise<void> {
  const { build: bundle } = await import('vite')
  const configFile = join(web, 'vite.config.ts')
  const work = join(target, `.build-${process.pid}`)
  const began = Date.now()
  const modules = new Set<string>()
  const plugins = [collectInputs(modules)]
  await removeAbandoned(target)
  // A build that is stopped by a signal removes its temporary folder.
  const interrupted = (): void => {
    rmSync(work, { recursive: true, force: true })
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupted)
  await mkdir(work, { recursive: true })
  try {
    await bundle({ configFile, plugins, logLevel: 'warn', build: { outDir: join(work, 'client') } })
    const manifest = JSON.parse(await readFile(join(work, 'client/.vite/manifest.json'), 'utf8')) as Manifest
    await bundle({
      configFile,
      plugins,
      logLevel: 'warn',
      define: {
        __CLIENT_ASSETS__: JSON.stringify(await assetsOf(manifest, join(work, 'client'))),
        'process.env.NODE_ENV': '"production"',
      },
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: join(web, 'src/entry-server.tsx'),
        outDir: join(work, 'server'),
        manifest: false,
        minify: true,
      },
    })
    await finishShell(join(work, 'client/index.html'))
    await compressAll(join(work, 'client'))
    for (const half of ['client', 'server']) {
      await rename(join(target, half), join(work, `old-${half}`)).catch(() => undefined)
      await rename(join(work, half), join(target, half))
    }
    await writeInputs(target, modules, began)
  } finally {
    for (const signal of signals) process.off(signal, interrupted)
    await rm(work, { recursive: true, force: true })
  }
}

/** Adds every file that the bundler reads to `modules`, also those that contribute nothing to the output. */
function collectInputs(modules: Set<string>): Plugin {
  return {
    name: 'collect-inputs',
    buildEnd() {
      for (const id of this.getModuleIds()) modules.add(id)
    },
  }
}

/** Removes the temporary folders of builds whose process was killed. */
async function removeAbandoned(target: string): Promise<void> {
  for (const name of await readdir(target).catch(() => [])) {
    const pid = Number(/^\.build-(\d+)$/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(join(target, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Pages with lazily loaded sections: the document contains the HTML of these sections, so it needs their style sheets, too. */
const sectioned = new Set(['src/site/home/home.tsx'])

interface ClientAssets {
  /** By source file of a page: the scripts and style sheets that it needs before its first paint, in order. */
  pages: Record<string, { js: string[]; css: string[] }>
  /** The sheets that every page needs. */
  css: string[]
  /** The rules of each sheet, for documents that contain them in a `<style>` element. */
  rules: Record<string, string>
  /** The font files of the first paint, the larger one first: it gets the connection that is open already. */
  fonts: string[]
  /** The style sheet of the other font faces. */
  faces: string | undefined
}

/** The files that each page needs before its first paint: scripts, style sheets and fonts, its own and the shared ones. */
async function assetsOf(manifest: Manifest, client: string): Promise<ClientAssets> {
  const entry = closure(manifest, 'index.html')
  const common = new Set(entry)
  for (const start of manifest['index.html']?.dynamicImports ?? []) closure(manifest, start, common)
  const pages: ClientAssets['pages'] = {}
  for (const [name, { dynamicImports = [] }] of Object.entries(manifest)) {
    if (!/^src\/(site|shop|account|staff)\//.test(name)) continue
    const parts = closure(manifest, name, new Set(common))
    const js = [...parts].filter((part) => !entry.has(part)).map((part) => `/${manifest[part]?.file}`)
    if (sectioned.has(name)) for (const part of dynamicImports) closure(manifest, part, parts)
    pages[name] = { js, css: sheetsOf(manifest, parts) }
  }
  const css = sheetsOf(manifest, common)
  const rules: ClientAssets['rules'] = {}
  for (const sheet of new Set([...css, ...Object.values(pages).flatMap((page) => page.css)])) {
    rules[sheet] = (await readFile(join(client, sheet), 'utf8')).trim()
  }
  const files = Object.values(manifest).map((part) => `/${part.file}`)
  return {
    pages,
    css,
    rules,
    fonts: ['sans', 'heading'].flatMap((name) =>
      files.filter((file) => new RegExp(`/${name}-[^/]*\\.woff2$`).test(file)),
    ),
    faces: files.find((file) => /\/faces-[^/]*\.css$/.test(file)),
  }
}

function sheetsOf(manifest: Manifest, parts: Iterable<string>): string[] {
  return [...new Set([...parts].flatMap((part) => manifest[part]?.css ?? []))].map((file) => `/${file}`)
}

/**
 * Removes the links to style sheets: the head of each document has its own (`apps/web/src/head.ts`). Gives scripts a low
 * priority, so that they load after the files of the first paint.
 */
async function finishShell(page: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  const painting = html
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('<script type="module" crossorigin', '<script type="module" fetchpriority="low" crossorigin')
    .replaceAll(
      '<link rel="modulepreload" crossorigin',
      '<link rel="modulepreload" fetchpriority="low" crossorigin',
    )
  await writeFile(page, painting)
}

/** The file and everything that it imports statically, imports first. CSS rules must be in this order, too. */
function closure(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name) || !manifest[name]) return seen
  for (const next of manifest[name].imports ?? []) closure(manifest, next, seen)
  seen.add(name)
  return seen
}

/** Writes `.br` and `.gz` copies of every text file of at least 600 bytes. */
async function compressAll(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  const gzipped = promisify(gzip)
  const texts = new Set(['.js', '.css', '.svg', '.html', '.json', '.txt', '.webmanifest'])
  for await (const name of glob('**/*', { cwd: folder })) {
    const file = join(folder, name)
    if (!texts.has(extname(file)) || name.startsWith('.vite')) continue
    const bytes = await readFile(file)
    if (bytes.length < 600) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const [small, old] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, old)])
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const { values } = readArguments(
    `Builds the client and the bundle of the server.

  npm run build
  npm run build -- --if-changed     only what has changed`,
    { 'if-changed': { type: 'boolean' } },
  )
  if (values['if-changed']) await buildIfChanged()
  else await Promise.all([build(), bundleServer()])
  console.log(`Built client and server in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

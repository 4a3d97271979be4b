// Run by `npm start`. Plain JavaScript, so that a Node that cannot load TypeScript still reports what is wrong. Nothing is
// imported before the check: a name that an older Node does not export would end the process with a syntax error.

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old to run the site: start with "npm start", which brings its own, or use Node 24.`,
  )
  process.exit(1)
}
await import('./prepare.mjs')
const { dirname, join } = await import('node:path')
const { fileURLToPath, pathToFileURL } = await import('node:url')
const { currentBundle } = await import('./bundle.mjs')
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// When the sources have changed since `npm run build`, they are run without a bundle.
const bundle = process.argv.includes('--dev') ? undefined : currentBundle(root)
if (bundle === undefined) await import('../src/main.ts')
else await import(pathToFileURL(join(bundle, 'start.mjs')).href)

// What `npm start` runs. Plain JavaScript, so that a Node that cannot load TypeScript still says what is wrong.
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old to run the site: start with "npm start", which brings its own, or use Node 24.`,
  )
  process.exit(1)
}
// From the second start on, the modules come already compiled.
enableCompileCache()
const { currentBundle } = await import('./bundle.mjs')
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Sources that have changed since `npm run build` are run as they are.
const bundle = process.argv.includes('--dev') ? undefined : currentBundle(root)
if (bundle === undefined) await import('../src/main.ts')
else {
  const { nameSources } = await import('./source-frames.mjs')
  nameSources(bundle, root)
  await import(pathToFileURL(join(bundle, 'start.mjs')).href)
}

// What `npm start` runs. Plain JavaScript, so that a Node that cannot load TypeScript still says what is wrong.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old to run the site: start with "npm start", which brings its own, or use Node 24.`,
  )
  process.exit(1)
}
await import('../src/main.ts')

// Run by npm at installation. On other versions npm silently leaves native parts out, and the build fails later.
const [major, minor] = process.versions.node.split('.').map(Number)
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(
    `Node ${process.versions.node} cannot install this project: use Node 24, or at least 20.19 or 22.12 (engines in package.json).`,
  )
  process.exit(1)
}

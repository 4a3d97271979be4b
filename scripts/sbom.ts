/** `npm run sbom`: prints the bill of materials of what is delivered, as CycloneDX. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { deliveredPackages } from './delivered-packages.ts'

interface Bom {
  metadata: { component: { name: string; type: string } }
  components: { 'bom-ref': string; name: string; version: string; scope: string; licenses?: object[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

readArguments(`Prints the bill of materials of what is delivered, as CycloneDX.

  npm run sbom`)
// With --omit=dev npm leaves out what a tool needs as well, such as react and pg; so the list is ours.
const bom = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    maxBuffer: 1e8,
  }),
) as Bom
const delivered = new Map(deliveredPackages().map((each) => [`${each.name}@${each.version}`, each]))
const { component } = bom.metadata
component.name = 'veralead'
bom.components = bom.components.flatMap((part) => {
  const found = delivered.get(`${part.name}@${part.version}`)
  if (found === undefined) return []
  const { licence, bundled } = found
  const licenses = licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }]
  return [{ ...part, ...(bundled && { scope: 'required' }), licenses }]
})
const kept = new Set(bom.components.map((part) => part['bom-ref']))
bom.dependencies = bom.dependencies.flatMap(({ ref, dependsOn }, index) =>
  // The first is the product itself.
  index === 0 || kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }] : [],
)
console.log(JSON.stringify(bom, null, 2))

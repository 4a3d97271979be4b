import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DeliveredPackage {
  name: string
  version: string
  /** An id or expression of SPDX. */
  licence: string
  /** Built into the client, and not installed beside the product. */
  bundled: boolean
}

/** Development dependencies of which the built client has parts. */
const builtIn = new Set([
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/newsreader',
  'lucide-react',
])

/** Licences that packages state in a text file only. */
const readByHand: Record<string, string> = {
  // Contexts of the W3C, whose licence demands its text; the rest is BSD.
  '@digitalbazaar/credentials-context': 'W3C-20150513 AND BSD-3-Clause',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
}

/** The packages of the lock file that are delivered, by name: those not for development, and those in the client. */
export function deliveredPackages(): DeliveredPackage[] {
  const file = join(import.meta.dirname, '../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version: string; license?: string; dev?: boolean }>
  }
  const found = Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const bundled = builtIn.has(name)
    if (path === '' || (dev && !bundled)) return []
    return [{ name, version, licence: readByHand[name] ?? license ?? 'unknown', bundled }]
  })
  const byName = new Map(found.map((each) => [`${each.name} ${each.version}`, each]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

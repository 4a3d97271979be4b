import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DeliveredPackage {
  name: string
  version: string
  /** As the package's package.json says. */
  licence: string
}

/** Licences that packages state in a text file only. */
const readByHand: Record<string, string> = {
  // Contexts of the W3C, whose licence demands its text; the rest is BSD.
  '@digitalbazaar/credentials-context': 'W3C-20150513 AND BSD-3-Clause',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
}

/** The packages of the lock file that are delivered (not for development), by name. */
export function deliveredPackages(): DeliveredPackage[] {
  const file = join(import.meta.dirname, '../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version: string; license?: string; dev?: boolean }>
  }
  const found = Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return path === '' || dev ? [] : [{ name, version, licence: readByHand[name] ?? license ?? 'unknown' }]
  })
  const byName = new Map(found.map((each) => [`${each.name} ${each.version}`, each]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

import { globSync } from 'node:fs'
import { relative } from 'node:path'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Short names for the classes of the built client: one or two letters for the file, and the index of the class in it. A
 * rendered document contains names and rules, and random hashes do not compress. The build for the browser and the one
 * for the server make the same names, because the order of files and classes does not depend on the bundler.
 */
export function shortClassNames(root: string): (name: string, file: string, css: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  const classesOf = new Map<string, string[]>()
  return (name, file, css) => {
    const path = relative(root, file.split('?', 1)[0] ?? file)
    const known = classesOf.get(path) ?? [
      ...new Set([...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, found]) => found ?? '')),
    ]
    classesOf.set(path, known)
    const index = known.indexOf(name)
    // The name of a keyframe has no dot, so it is not found.
    const suffix = index >= 0 ? String(index) : name
    return `${lettersOf(files.indexOf(path))}${suffix}`
  }
}

function lettersOf(index: number): string {
  if (index < 0) throw new Error('A CSS module outside of apps/web/src')
  const last = letters[index % letters.length] ?? ''
  return index < letters.length
    ? `${last}_`
    : `${letters[Math.floor(index / letters.length) - 1] ?? ''}${last}`
}

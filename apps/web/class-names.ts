import { globSync } from 'node:fs'
import { relative } from 'node:path'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Short names for the classes of the built client: a letter or two of the file, and the place of the class in it. A
 * rendered document carries names and rules inside, and random hashes cannot be compressed. Both halves of the build
 * make the same names, as neither the order of the files nor that of the classes depends on the bundler.
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
    // A keyframe has no dot before its name.
    const place = index >= 0 ? String(index) : name
    return `${lettersOf(files.indexOf(path))}${place}`
  }
}

function lettersOf(index: number): string {
  if (index < 0) throw new Error('A file of class names that the build did not list')
  const last = letters[index % letters.length] ?? ''
  return index < letters.length
    ? `${last}_`
    : `${letters[Math.floor(index / letters.length) - 1] ?? ''}${last}`
}

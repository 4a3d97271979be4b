// Makes the stacks of a bundle name its source files. Nothing is read before the first stack is formatted.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Numbers per entry. An entry is a place in a bundled file where another source line begins: its line and column, the
 * number of the source, and line and column there. See `scripts/source-lines.ts`.
 */
const width = 5

/**
 * @param {string} folder of the bundle
 * @param {string} root the project's folder
 */
export function nameSources(folder, root) {
  /** @type {string[] | undefined} */
  let sources
  /** @type {Map<string, Int32Array>} */
  const tables = new Map()
  const tableOf = (/** @type {string} */ file) => {
    let table = tables.get(file)
    if (table === undefined) {
      const bytes = readFileSync(join(folder, `${basename(file)}.lines`))
      table = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
      tables.set(file, table)
    }
    return table
  }
  const placeOf = (/** @type {NodeJS.CallSite} */ frame) => {
    const name = frame.getFileName()
    if (!name?.startsWith('file:')) return undefined
    const file = fileURLToPath(name)
    if (!file.startsWith(folder)) return undefined
    sources ??= JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
    const at = found(tableOf(file), frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0)
    return at && `${join(root, sources?.[at[0]] ?? '')}:${at[1]}:${at[2]}`
  }
  const described = (/** @type {NodeJS.CallSite} */ frame) => {
    const text = frame.toString()
    try {
      const place = placeOf(frame)
      return place === undefined ? text : text.replace(/file:\/\/[^\s()]+/, () => place)
    } catch {
      return text
    }
  }
  Error.prepareStackTrace = (error, frames) => {
    let title = 'Error'
    try {
      title = Error.prototype.toString.call(error)
    } catch {
      // When the message cannot be read, the frames are still shown.
    }
    return [title, ...frames.map((frame) => `    at ${described(frame)}`)].join('\n')
  }
}

/**
 * The last entry at or before the line and column: number of the source, line and column there.
 * @param {Int32Array} table @param {number} line @param {number} column @returns {[number, number, number] | undefined}
 */
function found(table, line, column) {
  let low = 0
  let high = table.length / width
  while (low < high) {
    const middle = (low + high) >> 1
    const there = table[middle * width] ?? 0
    if (there < line || (there === line && (table[middle * width + 1] ?? 0) <= column)) low = middle + 1
    else high = middle
  }
  const at = (low - 1) * width
  return at < 0 ? undefined : [table[at + 2] ?? 0, table[at + 3] ?? 0, table[at + 4] ?? 0]
}

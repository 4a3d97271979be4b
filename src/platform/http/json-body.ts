import { AppError, type FieldProblem } from '../kernel/error.ts'
import { RefusedRequest } from './errors.ts'

/** Our own bodies are less deep; recursion over a body (zod, JSON.stringify, jsonb) stays far below the stack's limit. */
export const maxDepth = 64
/** Objects, lists and values together. */
export const maxValues = 100_000

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body that may be hostile.
 * @throws RefusedRequest 400 for what is not JSON in UTF-8; AppError `invalid` naming the field for NUL, half a
 *   surrogate pair, a number beyond JavaScript's range, `__proto__`, too deep and too many values.
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new RefusedRequest(400, 'MALFORMED_JSON', 'The body of the request is not valid UTF-8.')
  }
  // Checked before JSON.parse, so that a hundred thousand brackets cost one pass and no memory.
  demandShallow(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RefusedRequest(400, 'MALFORMED_JSON', 'The body of the request is not valid JSON.')
  }
  demandHarmless(value)
  return value
}

function demandShallow(text: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth) {
        throw invalid('TOO_DEEP', `The body of the request is nested more than ${maxDepth} levels deep.`)
      }
    } else if (char === 0x5d || char === 0x7d) depth--
  }
}

/** Walks a parsed value without recursion and refuses values that PostgreSQL or our own code cannot handle. */
export function demandHarmless(root: unknown): void {
  const open: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  let count = 0
  while (open.length > 0) {
    const { value, path } = open.pop()!
    if (++count > maxValues)
      throw invalid('TOO_MANY_VALUES', `The request holds more than ${maxValues} values.`)
    if (typeof value === 'string') demandText(value, path)
    else if (typeof value === 'number' && !Number.isFinite(value)) {
      throw invalidValue('INVALID_NUMBER', path, 'is a number out of range.')
    } else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) open.push({ value: value[i], path: `${path}[${i}]` })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === '__proto__') throw invalid('INVALID_FIELD', 'A field may not be called "__proto__".')
        const fault = faultOf(key)
        if (fault !== null)
          throw invalid(
            'INVALID_TEXT',
            `${path === '' ? 'A field name' : `A field name in ${labelOf(path)}`} ${fault}`,
          )
        open.push({ value: inner, path: path === '' ? key : `${path}.${key}` })
      }
    }
  }
}

function demandText(text: string, path: string): void {
  const fault = faultOf(text)
  if (fault !== null) throw invalidValue('INVALID_TEXT', path, fault)
}

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character.'
  return text.isWellFormed() ? null : 'contains half of a surrogate pair.'
}

function labelOf(path: string): string {
  if (path === '') return 'The body of the request'
  const shown = path.replace(/[^\x20-\x7e]/g, '?')
  return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown
}

function invalid(code: string, message: string, fields: FieldProblem[] = []): AppError {
  return new AppError('invalid', code, message, { errors: [message], fields })
}

/** @param path with list indexes as `items[0]`; the sentence shows it so, the field's path becomes `items.0` */
function invalidValue(code: string, path: string, fault: string): AppError {
  const field = { path: labelOf(path).replace(/\[(\d+)\]/g, '.$1'), message: fault }
  return invalid(code, `${labelOf(path)} ${fault}`, path === '' ? [] : [field])
}

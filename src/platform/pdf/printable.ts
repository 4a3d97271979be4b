import { AppError, type FieldProblem } from '#platform/kernel/error.ts'
import { isPlain, Letters } from './letters.ts'

/** The characters of a text that no document can print, each once. */
export async function unprintable(text: string): Promise<string[]> {
  return isPlain.test(text) ? [] : [...(await Letters.of([text])).missing]
}

/** Every text in a value, however deep, with its path: `addressLines.0`. */
export function textsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, path === '' ? name : `${path}.${name}`),
  )
}

/**
 * Asks for other letters before a document is made, where what was typed has one that no font has. Whatever is typed and
 * printed is checked here before it is stored.
 * @param typed what was typed, with the names of its fields
 * @param isSentence whether the message at a field begins with the name of the field; without, it goes on from the label
 * @throws AppError invalid `LETTERS_NOT_PRINTED` with each field
 */
export async function assertPrintable(typed: object, isSentence = false): Promise<void> {
  const problems: FieldProblem[] = []
  const errors: string[] = []
  for (const { path, text } of textsIn(typed)) {
    const missing = await unprintable(text)
    if (missing.length === 0) continue
    const message = `has letters that documents cannot show: ${missing.slice(0, 5).join(' ')}. Please write it without them, or in Latin letters.`
    errors.push(`${nameOf(path)} ${message}`)
    problems.push({ path, message: isSentence ? `${nameOf(path)} ${message}` : message })
  }
  if (problems.length > 0)
    throw new AppError('invalid', 'LETTERS_NOT_PRINTED', errors[0]!, { errors, fields: problems })
}

/** The name of a field as words: `values.addressLines.0` is "Address lines". */
function nameOf(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

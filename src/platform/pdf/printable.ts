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

/** The texts in `typed` with a letter that no font has: each with its path, the name of its field as words, and a message. */
export async function textsWithoutLetters(typed: object): Promise<(FieldProblem & { name: string })[]> {
  const problems = []
  for (const { path, text } of textsIn(typed)) {
    const missing = await unprintable(text)
    if (missing.length === 0) continue
    const message = `has letters that documents cannot show: ${missing.slice(0, 5).join(' ')}. Please write it without them, or in Latin letters.`
    problems.push({ path, name: nameOf(path), message })
  }
  return problems
}

/**
 * Asks for other letters before a document is made, where what was typed has one that no font has. Whatever is typed and
 * printed is checked here before it is stored.
 * @param typed what was typed, with the names of its fields
 * @param isSentence whether the message at a field begins with the name of the field; without, it goes on from the label
 * @throws AppError invalid `LETTERS_NOT_PRINTED` with each field
 */
export async function assertPrintable(typed: object, isSentence = false): Promise<void> {
  const problems = await textsWithoutLetters(typed)
  if (problems.length === 0) return
  const errors = problems.map(({ name, message }) => `${name} ${message}`)
  const fields = problems.map(({ path, message }, index) => ({
    path,
    message: isSentence ? errors[index]! : message,
  }))
  throw new AppError('invalid', 'LETTERS_NOT_PRINTED', errors[0]!, { errors, fields })
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

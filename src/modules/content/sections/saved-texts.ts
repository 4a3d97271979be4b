import { isColourField, unknownColour } from './known-colours.ts'

/** The names in braces that are replaced in every text. */
export const textFacts = ['product', 'labTimes'] as const

/** The names in braces of single fields, whose descriptions name them. */
const fieldNames = ['amount', 'email']
const placeholders: readonly string[] = [...textFacts, ...fieldNames].map((name) => `{${name}}`)

type Path = (string | number)[]

function problemOf(text: string, path: Path): string | undefined {
  const colour = isColourField(path) ? unknownColour(text) : undefined
  if (colour !== undefined) return `must be a color: no color is called "${colour}"`
  const unknown = text.match(/\{\w+\}/g)?.find((name) => !placeholders.includes(name))
  return unknown && `must not contain ${unknown}: the names in braces are ${placeholders.join(', ')}`
}

/** What saving refuses in texts that reading still accepts, because older stored content may have it. */
export function problemsOfTexts(value: unknown, path: Path = []): { path: Path; message: string }[] {
  if (typeof value === 'string') {
    const message = problemOf(value, path)
    return message === undefined ? [] : [{ path, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    problemsOfTexts(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

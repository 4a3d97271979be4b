import { isColourField, unknownColour } from './known-colours.ts'

/** The names in braces that are replaced in every text, but for those of `ownNames`. */
export const textFacts = ['product', 'labTimes'] as const

/** The fields, with all that is in them, where other names are replaced: what fills them does not know all facts, or knows one more. */
const ownNames: readonly [field: string, names: readonly string[]][] = [
  ['results.promotion.title', [...textFacts, 'amount']],
  ['results.shareSection.message', [...textFacts, 'amount']],
  ['legal.questions.text', [...textFacts, 'email']],
  // A cohort takes a copy, which does not know how often labs are held; it leaves out the note.
  ['certification-program.syllabus.note', textFacts],
  ['certification-program.syllabus', ['product']],
  ['certification-program.finalAccount', ['product']],
  ['whitepaper.paper', ['product']],
  // Shown as they are: in documents, on other pages, and before the facts have loaded.
  ['research-sources', []],
  ['quotes', []],
  ['certification-program.programOverview.duration', []],
  ['certification-program.enrollment.price', []],
  ['certification-program.nextCohort', []],
]

type Path = (string | number)[]

const namesIn = (field: string): readonly string[] =>
  ownNames.find(([own]) => `${field}.`.startsWith(`${own}.`))?.[1] ?? textFacts

function problemOf(text: string, path: Path, field: string): string | undefined {
  const colour = isColourField(path) ? unknownColour(text) : undefined
  if (colour !== undefined) return `must be a color: no color is called "${colour}"`
  const names = namesIn(field).map((name) => `{${name}}`)
  const unknown = text.match(/\{\w+\}/g)?.find((name) => !names.includes(name))
  const instead =
    names.length === 0 ? 'no name in braces is filled in here' : `filled in here: ${names.join(', ')}`
  return unknown && `must not contain ${unknown}: ${instead}`
}

/**
 * What saving refuses in texts that reading still accepts, because older stored content may have it.
 * @param field the id of the section and the fields within it, without numbers of entries: `legal.questions`
 */
export function problemsOfTexts(
  value: unknown,
  path: Path = [],
  field = '',
): { path: Path; message: string }[] {
  if (typeof value === 'string') {
    const message = problemOf(value, path, field)
    return message === undefined ? [] : [{ path, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((entry, index) => problemsOfTexts(entry, [...path, index], field))
  return Object.entries(value).flatMap(([key, part]) => {
    const isSection = key === 'fields' && 'id' in value && typeof value.id === 'string'
    return problemsOfTexts(part, [...path, key], isSection ? String(value.id) : `${field}.${key}`)
  })
}

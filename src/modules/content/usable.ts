import { AppError, type FieldProblem } from '#platform/kernel/error.ts'
import { textsWithoutLetters } from '#platform/pdf/printable.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { Section, SectionOf, Tree } from './sections/tree.ts'

interface Problem extends FieldProblem {
  /** The message with what it is about. */
  sentence: string
}

/**
 * Demands what the schema of a tree cannot say: that the PDF of the whitepaper is in the store, and that documents can
 * show the letters of the research sources, because the report of the calculator prints them.
 * @throws AppError invalid, naming each field by its path
 */
export async function demandUsable({ pages }: Tree, documents: Documents): Promise<void> {
  const placed = pages.flatMap(({ sections }, page) =>
    sections.map((section, index) => ({ section, at: `pages.${page}.sections.${index}.fields` })),
  )
  await demandNone('PDF_NOT_FOUND', placed, (section, at) =>
    section.id === 'whitepaper' ? missingPdf(section, at, documents) : [],
  )
  await demandNone('LETTERS_NOT_PRINTED', placed, (section, at) =>
    section.id === 'research-sources' ? unprintableTexts(section, at) : [],
  )
}

async function demandNone(
  code: string,
  placed: { section: Section; at: string }[],
  problemsOf: (section: Section, at: string) => Promise<Problem[]> | Problem[],
): Promise<void> {
  const problems = (await Promise.all(placed.map(({ section, at }) => problemsOf(section, at)))).flat()
  if (problems.length === 0) return
  const errors = problems.map(({ path, sentence }) => `${path}: ${sentence}`)
  const fields = problems.map(({ path, message }) => ({ path, message }))
  throw new AppError('invalid', code, errors[0]!, { errors, fields })
}

async function missingPdf(
  { fields }: SectionOf<'whitepaper'>,
  at: string,
  documents: Documents,
): Promise<Problem[]> {
  const { pdf } = fields.paper
  if (pdf === '' || (await documents.get(pdf)) !== null) return []
  const message = `is not in the store of this deployment: ${pdf}. Upload the file here first.`
  return [{ path: `${at}.paper.pdf`, message, sentence: `The PDF ${message}` }]
}

async function unprintableTexts({ fields }: SectionOf<'research-sources'>, at: string): Promise<Problem[]> {
  const bySource = await Promise.all(
    fields.sources.map(async (source, index) =>
      (await textsWithoutLetters(source)).map(({ path, name, message }) => ({
        path: `${at}.sources.${index}.${path}`,
        message,
        sentence: `Source “${source.name}”: ${name} ${message}`,
      })),
    ),
  )
  return bySource.flat()
}

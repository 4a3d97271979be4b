import { AppError } from '#platform/kernel/error.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { Tree } from './sections/tree.ts'

/**
 * Demands what the schema of a tree cannot say: that the PDF of the whitepaper is in the store.
 * @throws AppError invalid, naming each field by its path
 */
export async function demandUsable({ pages }: Tree, documents: Documents): Promise<void> {
  for (const [page, { sections }] of pages.entries())
    for (const [index, section] of sections.entries()) {
      if (section.id !== 'whitepaper') continue
      const { pdf } = section.fields.paper
      if (pdf === '' || (await documents.get(pdf)) !== null) continue
      const path = `pages.${page}.sections.${index}.fields.paper.pdf`
      const message = `is not in the store of this deployment: ${pdf}. Upload the file here first.`
      const sentence = `${path} ${message}`
      throw new AppError('invalid', 'PDF_NOT_FOUND', sentence, {
        errors: [sentence],
        fields: [{ path, message }],
      })
    }
}

import type { Fields, Page, SectionId } from '#modules/content/contract.ts'

/** The fields of one section of a content page; undefined when the page lacks it. */
export function fieldsOf<I extends SectionId>(page: Page, id: I): Fields<I> | undefined {
  return page.sections.find((section) => section.id === id)?.fields as Fields<I> | undefined
}

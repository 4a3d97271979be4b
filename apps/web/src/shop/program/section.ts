import type { Page, SectionId, SectionShapes } from '#modules/content/base-template/shapes.ts'

/** The fields of one section of a content page; undefined when the page lacks it. */
export function fieldsOf<I extends SectionId>(page: Page, id: I): SectionShapes[I] | undefined {
  return page.sections.find((section) => section.id === id)?.fields as SectionShapes[I] | undefined
}

import type { Page } from '../api.ts'
import { type Pointer, stepsOf } from '../draft/pointer.ts'

/** The path of the content pages' tabs below `/admin`: `/home` is at `content/pages/home`. */
export const pagesPath = 'content/pages'

/** The address that opens the section of the pointer and focuses its field. */
export function fieldAddress(pages: readonly Page[], pointer: Pointer): string {
  const [, page, , section] = stepsOf(pointer).map(Number)
  const shown = pages[page ?? -1]
  const open = shown?.sections[section ?? -1]?.id
  const query = open === undefined ? '' : `?open=${open}`
  return `/admin/${pagesPath}${shown?.route ?? ''}${query}#${encodeURI(pointer)}`
}

/** The address of one order on the staff screen. */
export const orderAddress = (id: string): string => `/admin/orders/${id}`

/** The address of one lead on the staff screen. */
export const leadAddress = (id: string): string => `/admin/leads/${id}`

/** The address of the cohorts, or of one of them. */
export const cohortAddress = (id?: string): string =>
  `/admin/operations/cohorts${id === undefined ? '' : `/${id}`}`

/** The address of the certificates, or of those with a name. */
export const certificateAddress = (name?: string): string =>
  `/admin/operations/certificates${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`

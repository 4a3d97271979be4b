import type { Page } from '../api.ts'

/** From the editor to the frame: the unsaved pages, and the shown one. */
export interface PreviewDraft {
  kind: 'preview-draft'
  route: string
  pages: readonly Page[]
  /** The edited section, which is scrolled into view. */
  section?: string
}

/** From the frame to the editor: requests the draft. */
export const previewReady = { kind: 'preview-ready' } as const

/** From the frame to the editor: the field of what was clicked. */
export interface PreviewPick {
  kind: 'preview-pick'
  pointer: string
}

export const previewAddress = '/admin/preview'

/** The draft if the message has one and its origin is this site; any window may post messages. */
export function draftOfMessage(
  event: Pick<MessageEvent, 'data' | 'origin'>,
  own: string,
): PreviewDraft | undefined {
  const data: unknown = event.data
  if (event.origin !== own || typeof data !== 'object' || data === null) return undefined
  const { kind, route, pages, section } = data as Partial<Record<keyof PreviewDraft, unknown>>
  if (kind !== 'preview-draft' || typeof route !== 'string' || !Array.isArray(pages)) return undefined
  return { kind, route, pages: pages as Page[], ...(typeof section === 'string' && { section }) }
}

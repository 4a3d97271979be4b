import type { Page } from '../api.ts'

/** From the editor to the frame: the unsaved pages, and which of them is looked at. */
export interface PreviewDraft {
  kind: 'preview-draft'
  route: string
  pages: readonly Page[]
  /** The section that is edited: it comes into view. */
  section?: string
}

/** From the frame to the editor: send what you have. */
export const previewReady = { kind: 'preview-ready' } as const

export const previewAddress = '/admin/preview'

/** The draft, when the message is one and comes from this site; anybody may post to a window. */
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

import type { listUploads, uploadPdf, uploadPicture } from '#modules/content/contract-uploads.ts'
import { type AnswerOf, ApiFailure, call, failureFrom } from '../../lib/call.ts'

export type Picture = AnswerOf<typeof uploadPicture>['picture']

/** Bytes; checked before the upload, because the server refuses more. */
export const uploadLimit = 10_000_000

export const loadPictures = () => call<typeof listUploads>('GET', '/api/cms/uploads')

/** Sends one picture. @throws ApiFailure with a sentence about the picture */
export async function sendPicture(file: File, alt: string, decorative: boolean): Promise<Picture> {
  const query = { name: file.name, alt, decorative: String(decorative) }
  return (await send<AnswerOf<typeof uploadPicture>>('/api/cms/uploads', query, file)).picture
}

/** Sends a PDF for the whitepaper. @returns its name for the content @throws ApiFailure with a sentence about the file */
export async function sendPdf(file: File): Promise<string> {
  return (await send<AnswerOf<typeof uploadPdf>>('/api/cms/uploads/pdf', { name: file.name }, file)).name
}

async function send<A>(path: string, query: Record<string, string>, file: File): Promise<A> {
  let response: Response
  try {
    response = await fetch(`${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    })
  } catch {
    throw new ApiFailure(0, 'NETWORK', 'The server could not be reached. Try again.', [], {})
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw failureFrom(response.status, answer)
  return answer as A
}

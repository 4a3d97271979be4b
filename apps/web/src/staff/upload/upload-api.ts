import type { listUploads, uploadPicture } from '#modules/content/contract-uploads.ts'
import { type AnswerOf, ApiFailure, call, failureFrom } from '../../lib/call.ts'

export type Picture = AnswerOf<typeof uploadPicture>['picture']

/** Bytes; checked before the upload, because the server refuses more. */
export const uploadLimit = 10_000_000

export const loadPictures = () => call<typeof listUploads>('GET', '/api/cms/uploads')

/** Sends one picture. @throws ApiFailure with a sentence about the picture */
export async function sendPicture(file: File, alt: string, decorative: boolean): Promise<Picture> {
  const query = new URLSearchParams({ name: file.name, alt, decorative: String(decorative) })
  let response: Response
  try {
    response = await fetch(`/api/cms/uploads?${query}`, {
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
  return (answer as AnswerOf<typeof uploadPicture>).picture
}

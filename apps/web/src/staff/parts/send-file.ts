import { type AnswerOf, type AnyEndpoint, ApiFailure, addressOf, failureFrom } from '../../lib/call.ts'

/** Bytes of an upload for the content; checked before it is sent, because the server refuses more. */
export const uploadLimit = 10_000_000

/**
 * Sends a file as it is: `call` sends JSON only.
 * @throws ApiFailure with a sentence about the file
 */
export async function sendFile<E extends AnyEndpoint & { method: 'POST' }>(
  path: E['path'],
  query: Record<string, string>,
  file: File,
): Promise<AnswerOf<E>> {
  let response: Response
  try {
    response = await fetch(addressOf(path, {}, query), {
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
  return answer as AnswerOf<E>
}

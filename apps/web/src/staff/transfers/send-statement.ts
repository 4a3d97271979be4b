import type { recordStatement } from '#modules/commerce/finance/transfers/contract.ts'
import type { lookAtCsv } from '#modules/commerce/finance/transfers/contract-csv.ts'
import { type AnswerOf, ApiFailure, failureFrom } from '../../lib/call.ts'

export type Statement = AnswerOf<typeof recordStatement>
export type StatementEntry = Statement['entries'][number]
export type CsvLook = AnswerOf<typeof lookAtCsv>
export type CsvChoice = CsvLook['choice']

/** Bytes; checked before the upload, because the server refuses more. */
export const statementLimit = 5_000_000

/**
 * Sends a bank statement. `preview` and `look` record nothing.
 * @param choice how a CSV file is read
 * @throws ApiFailure with a sentence about the file
 */
export async function sendStatement<Answer>(
  what: '' | '/preview' | '/csv' | '/csv/preview' | '/csv/look',
  file: File,
  choice?: CsvChoice,
): Promise<Answer> {
  const query = choice === undefined ? '' : `?${new URLSearchParams({ choice: JSON.stringify(choice) })}`
  let response: Response
  try {
    response = await fetch(`/api/finance/bank-statements${what}${query}`, {
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
  return answer as Answer
}

import type { recordStatement } from '#modules/commerce/finance/bank-transfers/contract.ts'
import type { lookAtCsv } from '#modules/commerce/finance/bank-transfers/contract-csv.ts'
import type { AnswerOf, AnyEndpoint } from '../../lib/call.ts'
import { sendFile } from '../parts/send-file.ts'

export type RecordedStatement = AnswerOf<typeof recordStatement>
export type StatementEntry = RecordedStatement['entries'][number]
export type CsvLook = AnswerOf<typeof lookAtCsv>
export type CsvChoice = CsvLook['choice']

/** Bytes; checked before the upload, because the server refuses more. */
export const statementLimit = 5_000_000

/**
 * Sends a bank statement. `preview` and `look` record nothing.
 * @param choice how a CSV file is read
 * @throws ApiFailure with a sentence about the file
 */
export const sendStatement = <Answer>(
  what: '' | '/preview' | '/csv' | '/csv/preview' | '/csv/look',
  file: File,
  choice?: CsvChoice,
): Promise<Answer> =>
  sendFile<AnyEndpoint & { method: 'POST' }>(
    `/api/finance/bank-statements${what}`,
    choice === undefined ? {} : { choice: JSON.stringify(choice) },
    file,
  ) as Promise<Answer>

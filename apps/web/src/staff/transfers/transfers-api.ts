import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  applyTransfer,
  listTransfers,
  recordStatement,
  returnTransfer,
  reverseTransfer,
  settleEntry,
  transferProposals,
  voidTransfer,
  withdrawTransfer,
} from '#modules/commerce/finance/transfers/contract.ts'
import type { lookAtCsv } from '#modules/commerce/finance/transfers/contract-csv.ts'
import { type AnswerOf, ApiFailure, call, failureFrom } from '../../lib/call.ts'

export type Transfer = AnswerOf<typeof listTransfers>['transfers'][number]
export type Unmatched = AnswerOf<typeof listTransfers>['unmatched'][number]
export type Statement = AnswerOf<typeof recordStatement>
export type StatementEntry = Statement['entries'][number]
export const transferStates = ['unassigned', 'applied', 'returned', 'mistaken'] as const
export type TransferState = (typeof transferStates)[number]

/** Bytes; checked before the upload, because the server refuses more. */
export const statementLimit = 5_000_000

const key = ['admin', 'finance', 'transfers'] as const

/** The filters of the list; '' does not narrow it. Days of booking, `2026-11-21`. */
export interface TransferFilter {
  q: string
  state: TransferState | ''
  from: string
  to: string
  page: number
}

export const allTransfers: TransferFilter = { q: '', state: '', from: '', to: '', page: 1 }

export const useTransfers = ({ q, state, from, to, page }: TransferFilter, possible: boolean) =>
  useQuery({
    queryKey: [...key, { q, state, from, to, page }],
    queryFn: () =>
      call<typeof listTransfers>('GET', '/api/finance/transfers', {
        query: {
          page,
          ...(q === '' ? {} : { q }),
          ...(state === '' ? {} : { state }),
          ...(from === '' ? {} : { from }),
          ...(to === '' ? {} : { to }),
        },
      }),
    placeholderData: keepPreviousData,
    enabled: possible,
    staleTime: 0,
    retry: false,
  })

/** Open orders that an unassigned transfer is perhaps for. */
export const useProposals = ({ id, unassigned }: Transfer, wanted: boolean) =>
  useQuery({
    queryKey: [...key, id, 'proposals', unassigned],
    queryFn: () =>
      call<typeof transferProposals>('GET', '/api/finance/transfers/:id/proposals', { params: { id } }),
    enabled: wanted,
    retry: false,
  })

/** Sends a bank statement. @throws ApiFailure with a sentence about the file */
async function sendFile<T>(path: string, file: File): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, {
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
  return answer as T
}

export type CsvLook = AnswerOf<typeof lookAtCsv>
export type CsvChoice = CsvLook['choice']

const chosenIn = (choice?: CsvChoice): string =>
  choice === undefined ? '' : `?${new URLSearchParams({ choice: JSON.stringify(choice) })}`

/** The first lines of a bank's CSV file, read with what is chosen so far; the remembered choice without one. */
export const lookAtCsvFile = (file: File, choice?: CsvChoice) =>
  sendFile<CsvLook>(`/api/finance/bank-statements/csv/look${chosenIn(choice)}`, file)
export const previewCsvFile = (file: File, choice: CsvChoice) =>
  sendFile<Statement>(`/api/finance/bank-statements/csv/preview${chosenIn(choice)}`, file)

export const previewStatement = (file: File) =>
  sendFile<Statement>('/api/finance/bank-statements/preview', file)

/** The changes of transfers by finance; each refetches the queries of finance. */
export function useTransferEdits() {
  const client = useQueryClient()
  // Also after a refusal, which may mean that another person was faster.
  const after = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => client.invalidateQueries({ queryKey: ['admin'] }))
  return {
    record: (file: File, choice?: CsvChoice) =>
      after(
        sendFile<Statement>(
          `/api/finance/bank-statements${choice === undefined ? '' : `/csv${chosenIn(choice)}`}`,
          file,
        ),
      ),
    mistake: (id: string, body: { mistaken: boolean; reason: string }) =>
      after(
        call<typeof voidTransfer>('POST', '/api/finance/transfers/:id/mistake', { params: { id }, body }),
      ),
    apply: (id: string, body: { orderId: string; amount?: string; requestId: string }) =>
      after(call<typeof applyTransfer>('POST', '/api/finance/transfers/:id/apply', { params: { id }, body })),
    withdraw: (id: string, body: { orderId: string; reason: string }) =>
      after(
        call<typeof withdrawTransfer>('POST', '/api/finance/transfers/:id/withdraw', {
          params: { id },
          body,
        }),
      ),
    reverse: (id: string, body: { key: string }) =>
      after(
        call<typeof reverseTransfer>('POST', '/api/finance/transfers/:id/reverse', { params: { id }, body }),
      ),
    settle: (key: string) =>
      after(call<typeof settleEntry>('POST', '/api/finance/bank-statements/settle', { body: { key } })),
    giveBack: (
      id: string,
      body: {
        amount: string
        returnedOn?: string
        reason: string
        requestId: string
        orderId?: string
        seatIds?: string[]
        claimedSeatIds?: string[]
      },
    ) =>
      after(
        call<typeof returnTransfer>('POST', '/api/finance/transfers/:id/return', { params: { id }, body }),
      ),
  }
}

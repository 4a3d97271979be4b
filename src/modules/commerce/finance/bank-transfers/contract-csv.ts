import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, readAs } from '#platform/contract/wire.ts'
import { CsvChoice, CsvChoiceParameter } from '../../payments/bank-transfers/contract-csv-mapping.ts'
import { Statement, statementLimit } from './contract.ts'

const finance = { staff: ['finance'] } as const
const chosen = z.object({
  /** A `CsvChoice` as JSON. */
  choice: CsvChoiceParameter,
})

export const lookAtCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv/look',
  summary:
    'The first lines of a bank’s CSV file, and how they are read with what is chosen so far; stores nothing',
  access: finance,
  query: chosen.partial(),
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: answer({
    /** The requested choice, else that of the last file of the account with the same columns, else only what the file itself shows. */
    choice: readAs(CsvChoice),
    /** Whether it is the choice of an earlier file. */
    remembered: z.boolean(),
    /** A sentence for each part that is not chosen yet. */
    missing: z.array(z.string()),
    columns: z.array(z.string()),
    /** The first lines, each with its number in the file and how it is read. */
    lines: z.array(
      z.object({
        line: z.number().int(),
        cells: z.array(z.string()),
        reading: z.object({
          kind: z.enum(['incoming', 'outgoing', 'none', 'unread', 'heading', 'reversal', 'bounced']),
          text: z.string(),
          bookedOn: z.string().optional(),
          amount: z.string().optional(),
          currency: z.string().optional(),
        }),
      }),
    ),
    /** The different words in the columns of direction and state; at most 30 of each. */
    words: z.object({ direction: z.array(z.string()), state: z.array(z.string()) }),
    /** Of the whole file. */
    counts: z.object({
      incoming: z.number().int(),
      outgoing: z.number().int(),
      none: z.number().int(),
      unread: z.number().int(),
    }),
  }),
})

export const previewCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv/preview',
  summary: 'What a bank’s CSV file would record, read as the query says; stores nothing',
  access: finance,
  query: chosen,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})

export const recordCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv',
  summary:
    'Record a bank’s CSV file, read as the query says, which is kept for the next one with the same columns: each line once',
  access: finance,
  query: chosen,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})

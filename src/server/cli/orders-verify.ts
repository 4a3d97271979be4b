import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import type { FoundFaults } from '../../modules/commerce/commands.ts'
import { CommerceCommands } from '../services.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

const usage = `Proves the log, the books and everything derived from them; changes nothing.

  npm run orders:verify
  npm run orders:verify -- --head "<line>"     whether the log still contains a head that was mailed
  npm run orders:verify -- --json              the same for programs

It ends with 1 when something is wrong (docs/operations.md says what to do).`

const shown = 20

/** The lines about one part: one line without faults, else each fault. */
function linesOf(well: string, wrong: string, { count, faults }: FoundFaults): string[] {
  if (count === 0) return [well]
  const more = count > shown ? [`  and ${count - shown} more`] : []
  return [wrong, ...faults.slice(0, shown).map((fault) => `  ${fault}`), ...more]
}

const { values } = readArguments(usage, { head: { type: 'string' }, json: { type: 'boolean' } })
await report(({ progress }) =>
  withApp(async ({ container }) => {
    const bar = new Progress('Verifying', progress)
    const { verdict, keptHead } = await container.get(CommerceCommands).verify(values.head, bar.update)
    bar.end()
    const { chain, differences, differing, documents, restores } = verdict
    const broken = chain.firstBreak
    const isKept = keptHead === null || keptHead.found === 'here' || keptHead.found === 'restored'
    const ok = verdict.ok && isKept
    return {
      ok,
      json: { ...verdict, ok, keptHead },
      lines: [
        `${chain.events} events, head ${chain.head.position} ${chain.head.hash}`,
        broken === undefined
          ? 'The chain is intact.'
          : `The chain breaks at position ${broken.position}: ${broken.reason}`,
        ...restores.map(
          (restore) =>
            `Restored here: position ${restore.position}, ${restore.recordedAt.toISOString()}, by staff ${restore.data.by}: ${restore.data.reason}`,
        ),
        ...(keptHead === null ? [] : [keptHead.words]),
        `${verdict.orders} orders, ${differing} differences between rows and log`,
        ...differences
          .slice(0, shown)
          .map(
            (one) =>
              `  ${one.orderId} ${one.column}: row ${JSON.stringify(one.stored)}, log ${JSON.stringify(one.folded)}`,
          ),
        ...(differing > shown ? [`  and ${differing - shown} more`] : []),
        ...(verdict.streams.count === 0 ? [] : linesOf('', 'Streams of the log are wrong:', verdict.streams)),
        ...linesOf(
          'Invoice and credit-note numbers have no gap.',
          'The numbering is wrong:',
          verdict.numbers,
        ),
        ...linesOf(
          `${verdict.books.checked} entries of the books are what the log says.`,
          'The books are wrong:',
          verdict.books,
        ),
        ...linesOf(
          `${verdict.places.checked} places of cohorts are what the log and the orders say.`,
          'Places of cohorts are wrong:',
          verdict.places,
        ),
        ...linesOf(
          `${verdict.credentials.checked} credentials are what the log and the payments say, and their documents as signed.`,
          'Credentials are wrong:',
          verdict.credentials,
        ),
        ...linesOf(
          `${verdict.transfers.checked} bank transfers and what became of them are what the log says.`,
          'The ledger of bank transfers is wrong:',
          verdict.transfers,
        ),
        ...linesOf(
          `${verdict.prices.checked} coupons, discounts and quotes are what the log says.`,
          'Coupons, discounts or quotes are wrong:',
          verdict.prices,
        ),
        ...linesOf(
          `${verdict.heads.checked} signed heads are in the log.`,
          'Signed heads are wrong:',
          verdict.heads,
        ),
        ...linesOf(
          `${verdict.audit.checked} entries of the audit are as written.`,
          'The audit is wrong:',
          verdict.audit,
        ),
        ...linesOf(
          `${documents.checked} stored documents are as issued, ${documents.missing} are not stored.`,
          'Documents are not as issued:',
          documents,
        ),
      ],
    }
  }),
)

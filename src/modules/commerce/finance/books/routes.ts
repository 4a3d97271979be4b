import type { ApiRouter } from '#platform/http/routes.ts'
import { type BookLine, bookLineView, noFigures } from './book-lines.ts'
import type { Books } from './books.ts'
import {
  collectFees,
  financeBookEntries,
  financeBooks,
  financeSources,
  financeSourcesFile,
} from './contract.ts'
import { bookKinds } from './movements.ts'
import type { ProviderFees } from './provider-fees.ts'
import { type SourceLines, sumsOf as sourceSums, sourcesFile } from './source-lines.ts'

const feesRefused = 'The key may not read balance transactions, so fees are not collected.'

/** The books, the events behind each figure, and the fees of the provider. */
export function mountBooksRoutes(
  api: ApiRouter,
  { books, fees, sources }: { books: Books; fees: ProviderFees; sources: SourceLines },
): void {
  api.serve(financeBooks, async ({ query }) => {
    const { by, dates, ...period } = query
    const lines = await books.lines(period, by, dates)
    return {
      timeZone: await books.timeZone(),
      dates,
      position: await books.catchUp(),
      feesTrouble: (await fees.isRefused()) ? feesRefused : null,
      lines: lines.map(bookLineView),
      sums: sumsOf(lines).map(bookLineView),
    }
  })

  api.serve(financeBookEntries, async ({ query }) => {
    const { after, limit, dates, ...filter } = query
    const { entries, sums, total } = await books.entries(filter, after, limit, dates)
    return {
      timeZone: await books.timeZone(),
      entries: entries.map((entry) => ({ ...entry, amount: entry.amountMinor })),
      sums: sums.map(({ currency, amountMinor: amount }) => ({ currency, amount })),
      total,
      next: entries.length >= limit ? (entries.at(-1)?.position ?? null) : null,
    }
  })

  api.serve(financeSources, async ({ query }) => {
    const lines = await sources.of(query)
    return { timeZone: await books.timeZone(), lines, sums: sourceSums(lines) }
  })

  api.serve(financeSourcesFile, async ({ query }, { res }) => {
    res.type('text/csv').set('content-disposition', 'attachment; filename="sources.csv"')
    res.send(sourcesFile(await sources.of(query)))
    return undefined
  })

  api.serve(collectFees, async () => ({ recorded: await fees.collect() }))
}

/** All periods of each currency in one line. */
function sumsOf(lines: readonly BookLine[]): BookLine[] {
  const sums = new Map<string, BookLine>()
  for (const { currency, figures, lateEntries } of lines) {
    const sum = sums.get(currency) ?? { period: 'all', currency, figures: noFigures(), lateEntries: 0 }
    sum.lateEntries += lateEntries
    for (const kind of bookKinds) sum.figures[kind] += figures[kind]
    sums.set(currency, sum)
  }
  return [...sums.values()]
}

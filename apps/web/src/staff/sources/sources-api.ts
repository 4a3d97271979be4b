import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { editableSources, removeSource, saveSource } from '#modules/leadership/contract.ts'
import { type FactorKey, researchFactors } from '#modules/leadership/domain/factors.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { money, percent, wholeNumber } from '../../lib/format.ts'
import { asTyped } from '../../lib/typed-number.ts'

type Listed = AnswerOf<typeof editableSources>
export type Source = Listed['sources'][number]
export type Change = Listed['changes'][number]
/** The body that saves a source; `revision` is the one that the editor saw, null for a new source. */
export type Saved = Omit<Source, 'source_id' | 'revision'> & { revision: number | null }

const path = '/api/admin/leadership/sources/:sourceId'

/** The sources with their values, and the log of changes. */
export const useSources = () =>
  useQuery({
    queryKey: ['admin', 'sources'],
    queryFn: () => call<typeof editableSources>('GET', '/api/admin/leadership/sources'),
    staleTime: 0,
    retry: false,
  })

/** Saves and removes sources; the list, the log and the calculator's data are refetched. */
export function useSourceEdits() {
  const client = useQueryClient()
  const refresh = async (): Promise<void> => {
    await Promise.all(
      [['admin', 'sources'], ['admin', 'audit'], ['leadership']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }
  return {
    refresh,
    async save(sourceId: string, body: Saved): Promise<void> {
      await call<typeof saveSource>('PUT', path, { params: { sourceId }, body })
      await refresh()
    },
    async remove(sourceId: string): Promise<void> {
      await call<typeof removeSource>('DELETE', path, { params: { sourceId } })
      await refresh()
    },
  }
}

/** A value in the unit of its factor: "19%", "6 weeks", "$800,000". */
export function valueInWords(key: FactorKey, value: number): string {
  switch (researchFactors[key].unit) {
    case 'percent':
      return percent(value / 100, 2)
    case 'dollars':
      return money(value, 'usd', { cents: !Number.isInteger(value) })
    case 'weeks':
      return `${asTyped(value)} ${value === 1 ? 'week' : 'weeks'}`
  }
}

export const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${wholeNumber(days)} days`)

/** The sources of a factor in the order in which the calculator offers them: the most trusted first. */
export function offered<S extends Pick<Source, 'confidence_score' | 'source_name' | 'factors'>>(
  sources: readonly S[],
  key: FactorKey,
): S[] {
  return sources
    .filter(({ factors }) => factors.some(({ factor_key }) => factor_key === key))
    .toSorted(
      (a, b) => b.confidence_score - a.confidence_score || a.source_name.localeCompare(b.source_name, 'en'),
    )
}

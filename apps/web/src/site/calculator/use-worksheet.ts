import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { listSources, sourceFactors } from '#modules/leadership/contract.ts'
import type { FactorKey } from '#modules/leadership/domain/factors.ts'
import { call } from '../../lib/call.ts'
import { type Factors, type FieldSources, withSource } from './cost-form.ts'
import { type CostField, type CostFormData, emptyCostForm } from './field-rules.ts'
import { isResultFragment, resultFromFragment } from './permalink.ts'
import { readResult } from './saved-result.ts'

/** The values that one source gives. */
interface Pick {
  source: string
  factors: Factors
}

/** What was chosen last, at which field or for all, and what became of the visitor's own values for what it has. */
export interface AppliedSource {
  picks: readonly Pick[]
  at: CostField | 'all'
  /** False when every field that it has figures for holds a value of the visitor's own. */
  used: boolean
  mine: 'none' | 'kept' | 'replaced'
}

/** What "fill the rates" fills: the factors that mean the same in a company of any size. */
export const rateFactors = [
  'turnover_rate',
  'disengagement_rate',
  'productivity_loss',
  'hiring_delay_weeks',
] as const satisfies readonly FactorKey[]

interface Sheet {
  form: CostFormData
  /** The source behind each field that one has filled. */
  sources: FieldSources
  applied?: AppliedSource
}

const emptySheet: Sheet = { form: emptyCostForm, sources: {} }

/** The eight fields, what sources put into them, and what was there when the visitor left. */
export function useWorksheet() {
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const { hash } = useLocation()
  const [unreadable, setUnreadable] = useState(false)
  /** What stands in the form when this begins was typed before the script was here: it stays. */
  const typedBefore = useRef(true)

  // After hydration: neither the address's fragment nor the browser's storage is known to the server.
  useEffect(() => {
    const linked = resultFromFragment(hash)
    const earlier = linked ?? (isResultFragment(hash) ? undefined : readResult())
    setUnreadable(isResultFragment(hash) && !linked)
    const begun = typedBefore.current
    typedBefore.current = false
    if (earlier)
      setSheet(({ form }) => {
        const before = Object.entries(begun ? form : {}).filter(([, text]) => text !== '')
        const typed = Object.fromEntries(before) as Partial<CostFormData>
        const sources = Object.entries(earlier.selectedFactors).filter(([field]) => !(field in typed))
        return { form: { ...earlier.formData, ...typed }, sources: Object.fromEntries(sources) }
      })
  }, [hash])

  // Each works on the sheet as it is by then: what was typed while a source was loading is not lost.
  const take = (picks: readonly Pick[], at: AppliedSource['at'], replace: boolean): void =>
    setSheet((before) => {
      let { form, sources } = before
      let kept = 0
      let filled = 0
      for (const { source, factors } of picks) {
        const after = withSource(form, sources, source, factors, replace)
        form = after.form
        sources = after.sources
        kept += after.kept.length
        filled += after.filled.length
      }
      const mine = replace ? 'replaced' : kept > 0 ? 'kept' : 'none'
      return { form, sources, applied: { picks, at, used: filled > 0, mine } }
    })

  return {
    ...sheet,
    /** The address held inputs that could not be read. */
    unreadable,
    type: (field: CostField, text: string): void =>
      setSheet((before) => {
        const { [field]: _typedOver, ...sources } = before.sources
        return { ...before, form: { ...before.form, [field]: text }, sources }
      }),
    choose: async (source: string, at: CostField): Promise<void> => {
      try {
        const { factors } = await call<typeof sourceFactors>(
          'GET',
          '/api/leadership/factors/source/:sourceName',
          { params: { sourceName: source } },
        )
        take([{ source, factors }], at, false)
      } catch {
        // The specification wants no message here: the fields simply stay as they are.
      }
    },
    /** Each rate from the source that its field offers first. */
    chooseAll: async (): Promise<void> => {
      try {
        const { sources } = await call<typeof listSources>('GET', '/api/leadership/sources')
        const picks = rateFactors.flatMap((factor): Pick[] => {
          const first = sources.find(({ factors }) => factors.some(({ factor_key }) => factor_key === factor))
          const value = first?.factors.find(({ factor_key }) => factor_key === factor)?.value
          return first === undefined || value === undefined
            ? []
            : [{ source: first.source_name, factors: { [factor]: value } }]
        })
        if (picks.length > 0) take(picks, 'all', false)
      } catch {
        // As above.
      }
    },
    replaceMine: (): void => {
      const { applied } = sheet
      if (applied) take(applied.picks, applied.at, true)
    },
  }
}

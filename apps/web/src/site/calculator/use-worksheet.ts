import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { FactorKey } from '#modules/leadership/calculator/domain/factors.ts'
import type { listSources, sourceFactors } from '#modules/leadership/contract.ts'
import { call } from '../../lib/call.ts'
import { type Factors, type FieldSources, withSource } from './cost-form.ts'
import { type CostField, type CostFormData, emptyCostForm } from './field-rules.ts'
import { isResultFragment, resultFromFragment } from './permalink.ts'
import { readWorksheet, saveDraft } from './saved-result.ts'

/** A chosen source, and its values. */
interface Pick {
  source: string
  factors: Factors
}

/** The last choice of sources, where it was made, and its effect on the visitor's own values. */
export interface AppliedSource {
  picks: readonly Pick[]
  at: CostField | 'all'
  /** False if the visitor had filled in every field for which the sources have a value. */
  used: boolean
  mine: 'none' | 'kept' | 'replaced'
}

/** The factors that "Fill all rates" fills in: those that do not depend on the company's size. */
export const rateFactors = [
  'turnover_rate',
  'disengagement_rate',
  'productivity_loss',
  'hiring_delay_weeks',
] as const satisfies readonly FactorKey[]

interface Sheet {
  form: CostFormData
  /** The source of each field that was filled in from a source. */
  sources: FieldSources
  applied?: AppliedSource
  /** Whether the visitor changed something; a result of a link is not the visitor's own. */
  changed?: boolean
}

const emptySheet: Sheet = { form: emptyCostForm, sources: {} }

/**
 * Calls `onChange` with the fragment of the address, after hydration, because the server knows neither it nor the browser's
 * storage. A component of its own: each navigation renders it again.
 */
export function Fragment({ onChange }: { onChange: (hash: string) => void }): null {
  const { hash } = useLocation()
  useEffect(() => onChange(hash), [hash, onChange])
  return null
}

/** The state of the worksheet: the eight fields and their sources. It starts with the address's result or the kept one. */
export function useWorksheet() {
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const [unreadable, setUnreadable] = useState(false)
  /** Text that is in the form at the start was typed before the script had loaded: it is kept. */
  const typedBefore = useRef(true)
  useEffect(() => {
    if (sheet.changed) saveDraft({ formData: sheet.form, selectedFactors: sheet.sources })
  }, [sheet])

  const open = useCallback((hash: string): void => {
    const linked = resultFromFragment(hash)
    const earlier = linked ?? (isResultFragment(hash) ? undefined : readWorksheet())
    setUnreadable(isResultFragment(hash) && !linked)
    const isStart = typedBefore.current
    typedBefore.current = false
    if (earlier)
      setSheet(({ form }) => {
        const before = Object.entries(isStart ? form : {}).filter(([, text]) => text !== '')
        const typed = Object.fromEntries(before) as Partial<CostFormData>
        const sources = Object.entries(earlier.selectedFactors).filter(([field]) => !(field in typed))
        return { form: { ...earlier.formData, ...typed }, sources: Object.fromEntries(sources) }
      })
  }, [])

  // Applied to the current state: text that was typed while a source was loading is kept.
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
      return { form, sources, changed: true, applied: { picks, at, used: filled > 0, mine } }
    })

  return {
    ...sheet,
    /** Shows the result that the address's fragment contains, else the saved one. */
    open,
    /** Whether the address contains a result that cannot be read. */
    unreadable,
    type: (field: CostField, text: string): void =>
      setSheet((before) => {
        const { [field]: _typedOver, ...sources } = before.sources
        return { ...before, form: { ...before.form, [field]: text }, sources, changed: true }
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
        // The specification has no message for this: the fields stay unchanged.
      }
    },
    /** Fills in each rate from the first source that has it. */
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

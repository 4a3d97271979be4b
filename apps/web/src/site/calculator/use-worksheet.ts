import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { sourceFactors } from '#modules/leadership/contract.ts'
import { call } from '../../lib/call.ts'
import { type Factors, type FieldSources, withSource } from './cost-form.ts'
import { type CostField, type CostFormData, emptyCostForm } from './field-rules.ts'
import { isResultFragment, resultFromFragment } from './permalink.ts'
import { readResult } from './saved-result.ts'

/** The source chosen last, at which field, and what became of the visitor's own values for what it has. */
export interface AppliedSource {
  source: string
  at: CostField
  factors: Factors
  mine: 'none' | 'kept' | 'replaced'
}

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

  // After hydration: neither the address's fragment nor the browser's storage is known to the server.
  useEffect(() => {
    const linked = resultFromFragment(hash)
    const earlier = linked ?? (isResultFragment(hash) ? undefined : readResult())
    setUnreadable(isResultFragment(hash) && !linked)
    if (earlier) setSheet({ form: earlier.formData, sources: earlier.selectedFactors })
  }, [hash])

  // Each works on the sheet as it is by then: what was typed while a source was loading is not lost.
  const take = (source: string, at: CostField, factors: Factors, replace: boolean): void =>
    setSheet((before) => {
      const { form, sources, kept } = withSource(before.form, before.sources, source, factors, replace)
      const mine = replace ? 'replaced' : kept.length > 0 ? 'kept' : 'none'
      return { form, sources, applied: { source, at, factors, mine } }
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
        take(source, at, factors, false)
      } catch {
        // The specification wants no message here: the fields simply stay as they are.
      }
    },
    replaceMine: (): void => {
      const { applied } = sheet
      if (applied) take(applied.source, applied.at, applied.factors, true)
    },
  }
}

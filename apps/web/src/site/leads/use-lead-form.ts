import { useRef, useState } from 'react'
import type { ReportRequest } from '#modules/leadership/calculator/domain/cost-report.ts'
import type { submitLead } from '#modules/leads/contract.ts'
import { type LeadField, leadFields } from '#modules/leads/rules.ts'
import { fillingSince } from '../../first-load/early-input.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { showAtInputs } from '../../lib/field-problems.ts'
import type { LeadType } from '../../lib/lead-events.ts'
import { attribution } from './attribution.ts'
import { emptyLead, filtered, type LeadValues, problemsOf, removedNote } from './lead-fields.ts'

export interface LeadForm {
  values: LeadValues
  /** The problems to show: those of fields that were left, or all after an attempt to send. */
  problems: Partial<Record<LeadField, string>>
  /** Whether no field has a problem. */
  complete: boolean
  /** Which characters were removed from a field. */
  notes: Partial<Record<LeadField, string>>
  /** The value of the honeypot, a hidden field that only bots fill in. */
  honeypot: string
  setHoneypot: (value: string) => void
  /** @param composing whether an input method is still composing the text, which is then left as it is */
  set: (field: LeadField, typed: string, composing?: boolean) => void
  leave: (field: LeadField) => void
  /** Shows every problem; returns the first field that has one. */
  reveal: () => LeadField | undefined
  /** Shows the server's messages at their fields; returns the first of these fields. */
  showRefused: (failure: unknown) => LeadField | undefined
  clear: () => void
  /** @throws ApiFailure */
  send: (
    leadType: LeadType,
    token: string | undefined,
    /** The calculation whose report is to be mailed. */
    report?: ReportRequest,
  ) => Promise<AnswerOf<typeof submitLead>>
}

/** The input of each field of the request. */
const inputs = Object.fromEntries(leadFields.map(({ name, sentAs }) => [sentAs, name]))

type Sent = Record<(typeof leadFields)[number]['sentAs'], string>
const sentOf = (values: LeadValues): Sent =>
  Object.fromEntries(leadFields.map(({ name, sentAs }) => [sentAs, values[name].trim()])) as Sent

/** The five fields of a lead form. */
export function useLeadForm(): LeadForm {
  const { allowPlusAddresses } = useConfig()
  const [values, setValues] = useState(emptyLead)
  const [visited, setVisited] = useState<ReadonlySet<LeadField>>(new Set())
  const [notes, setNotes] = useState<LeadForm['notes']>({})
  const [honeypot, setHoneypot] = useState('')
  const [refused, setRefused] = useState<Partial<Record<LeadField, string>>>({})
  const firstKey = useRef<number | undefined>(undefined)
  const all = problemsOf(values)

  return {
    values,
    problems: {
      ...refused,
      ...Object.fromEntries(Object.entries(all).filter(([field]) => visited.has(field as LeadField))),
    },
    complete: Object.keys(all).length === 0,
    notes,
    honeypot,
    setHoneypot,
    set: (field, typed, composing = false) => {
      firstKey.current ??= fillingSince()
      const note = composing ? undefined : removedNote(field, typed, allowPlusAddresses)
      // A note stays until the field is empty: the next key must not remove it.
      setNotes((before) => ({ ...before, [field]: note ?? (typed === '' ? undefined : before[field]) }))
      setRefused(({ [field]: _changed, ...others }) => others)
      const value = composing ? typed : filtered(field, typed, allowPlusAddresses)
      setValues((before) => ({ ...before, [field]: value }))
    },
    leave: (field) => {
      if (values[field] !== '') setVisited((before) => new Set(before).add(field))
    },
    reveal: () => {
      setVisited(new Set(Object.keys(emptyLead) as LeadField[]))
      return Object.keys(all)[0] as LeadField | undefined
    },
    showRefused: (failure) => {
      let firstField: LeadField | undefined
      showAtInputs(failure, inputs, (field, message, first) => {
        setRefused((before) => ({ ...before, [field]: message }))
        if (first) firstField = field
      })
      return firstField
    },
    clear: () => {
      setRefused({})
      setValues(emptyLead)
      setVisited(new Set())
      setNotes({})
      firstKey.current = undefined
    },
    send: (leadType, token, report) =>
      call<typeof submitLead>('POST', '/api/leads', {
        body: {
          ...sentOf(values),
          lead_type: leadType,
          ...(token ? { turnstileToken: token } : {}),
          ...(honeypot ? { website: honeypot } : {}),
          ...(report ? { report: { ...report } } : {}),
          ...(firstKey.current === undefined
            ? {}
            : { fill_ms: Math.round(performance.now() - firstKey.current) }),
          attribution: attribution(),
        },
      }),
  }
}

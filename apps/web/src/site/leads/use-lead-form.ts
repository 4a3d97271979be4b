import { useRef, useState } from 'react'
import type { ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import type { submitLead } from '#modules/leads/contract.ts'
import { type LeadField, leadFields } from '#modules/leads/rules.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { fillingSince } from '../../lib/early-input.ts'
import { showAtInputs } from '../../lib/field-problems.ts'
import type { LeadType } from '../../lib/lead-events.ts'
import { attribution } from './attribution.ts'
import { emptyLead, filtered, type LeadValues, problemsOf } from './lead-fields.ts'

export interface LeadForm {
  values: LeadValues
  /** The problems to show: those of fields that were left, or all after an attempt to send. */
  problems: Partial<Record<LeadField, string>>
  /** Whether no field has a problem. */
  complete: boolean
  /** Whether a "+" was typed in the e-mail address and removed. */
  plusRemoved: boolean
  /** The value of the honeypot, a hidden field that only bots fill in. */
  honeypot: string
  setHoneypot: (value: string) => void
  set: (field: LeadField, typed: string) => void
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
  const [plusRemoved, setPlusRemoved] = useState(false)
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
    plusRemoved,
    honeypot,
    setHoneypot,
    set: (field, typed) => {
      firstKey.current ??= fillingSince()
      // The message stays until the address is empty: the next key must not remove it.
      if (field === 'email')
        setPlusRemoved((before) => !allowPlusAddresses && (typed.includes('+') || (before && typed !== '')))
      setRefused(({ [field]: _changed, ...others }) => others)
      setValues((before) => ({ ...before, [field]: filtered(field, typed, allowPlusAddresses) }))
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
      setPlusRemoved(false)
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

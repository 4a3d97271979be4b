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
  /** Shown only for fields that were left, or all after a try to send. */
  problems: Partial<Record<LeadField, string>>
  /** Nothing is missing. */
  complete: boolean
  /** A "+" was typed into the address and taken out again. */
  plusRemoved: boolean
  /** The value of the field that people do not see. */
  trap: string
  setTrap: (value: string) => void
  set: (field: LeadField, typed: string) => void
  leave: (field: LeadField) => void
  /** Shows every problem; answers the first field that has one. */
  reveal: () => LeadField | undefined
  /** Shows what the server refused at its fields; answers the first of them. */
  tell: (failure: unknown) => LeadField | undefined
  clear: () => void
  /** @throws ApiFailure */
  send: (
    leadType: LeadType,
    token: string | undefined,
    /** The calculation whose report is wanted by mail. */
    report?: ReportRequest,
  ) => Promise<AnswerOf<typeof submitLead>>
}

/** The input of each field of the request. */
const inputs = Object.fromEntries(leadFields.map(({ name, sentAs }) => [sentAs, name]))

type Sent = Record<(typeof leadFields)[number]['sentAs'], string>
const sentOf = (values: LeadValues): Sent =>
  Object.fromEntries(leadFields.map(({ name, sentAs }) => [sentAs, values[name].trim()])) as Sent

/** The five fields of a lead, as the home form and the whitepaper form both have them. */
export function useLeadForm(): LeadForm {
  const { allowPlusAddresses } = useConfig()
  const [values, setValues] = useState(emptyLead)
  const [left, setLeft] = useState<ReadonlySet<LeadField>>(new Set())
  const [plusRemoved, setPlusRemoved] = useState(false)
  const [trap, setTrap] = useState('')
  const [told, setTold] = useState<Partial<Record<LeadField, string>>>({})
  const firstKey = useRef<number | undefined>(undefined)
  const all = problemsOf(values)

  return {
    values,
    problems: {
      ...told,
      ...Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field as LeadField))),
    },
    complete: Object.keys(all).length === 0,
    plusRemoved,
    trap,
    setTrap,
    set: (field, typed) => {
      firstKey.current ??= fillingSince()
      // It stays while there is an address: the next key must not take away what it says.
      if (field === 'email')
        setPlusRemoved((before) => !allowPlusAddresses && (typed.includes('+') || (before && typed !== '')))
      setTold(({ [field]: _mended, ...others }) => others)
      setValues((before) => ({ ...before, [field]: filtered(field, typed, allowPlusAddresses) }))
    },
    leave: (field) => {
      if (values[field] !== '') setLeft((before) => new Set(before).add(field))
    },
    reveal: () => {
      setLeft(new Set(Object.keys(emptyLead) as LeadField[]))
      return Object.keys(all)[0] as LeadField | undefined
    },
    tell: (failure) => {
      let at: LeadField | undefined
      showAtInputs(failure, inputs, (field, message, first) => {
        setTold((before) => ({ ...before, [field]: message }))
        if (first) at = field
      })
      return at
    },
    clear: () => {
      setTold({})
      setValues(emptyLead)
      setLeft(new Set())
      setPlusRemoved(false)
      firstKey.current = undefined
    },
    send: (leadType, token, report) =>
      call<typeof submitLead>('POST', '/api/leads', {
        body: {
          ...sentOf(values),
          lead_type: leadType,
          ...(token ? { turnstileToken: token } : {}),
          ...(trap ? { website: trap } : {}),
          ...(report ? { report: { ...report } } : {}),
          ...(firstKey.current === undefined
            ? {}
            : { fill_ms: Math.round(performance.now() - firstKey.current) }),
          attribution: attribution(),
        },
      }),
  }
}

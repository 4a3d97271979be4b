import { useRef, useState } from 'react'
import type {
  InvoiceDetailsBody,
  InvoiceDetailsState,
  saveInvoiceDetails as SaveInvoiceDetails,
} from '#modules/commerce/documents/contract-invoice-details.ts'
import { ApiFailure, call } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import type { Refusal } from './payment-outcome.ts'

export type InvoiceField = keyof InvoiceDetailsBody

export const invoiceFieldLabels: Record<InvoiceField, string> = {
  company: 'Company',
  addressLine1: 'Street and number',
  addressLine2: 'Address, second line',
  postalCode: 'Postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  taxId: 'VAT or tax number',
}

export interface InvoiceDetails {
  asked: InvoiceDetailsState['asked']
  values: InvoiceDetailsBody
  problems: Partial<Record<InvoiceField, string>>
  change: (field: InvoiceField, value: string) => void
  /** Stores what was typed since it was stored last; undefined when the payment may go on. */
  save: () => Promise<Refusal | undefined>
}

const noDetails: InvoiceDetailsBody = {
  company: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  taxId: '',
}

/** What the buyer says for the invoice, as typed, and its storing with the order. */
export function useInvoiceDetails(orderId: string, state: InvoiceDetailsState | undefined): InvoiceDetails {
  // A server of the release before does not tell.
  const { asked, details } = state ?? { asked: 'off' as const, details: noDetails }
  const [values, setValues] = useState(details)
  const [problems, setProblems] = useState<InvoiceDetails['problems']>({})
  const stored = useRef({ orderId, details })
  // Another order than the one before, such as after a code: nothing of what is typed is stored with it yet.
  if (stored.current.orderId !== orderId) stored.current = { orderId, details }

  async function save(): Promise<Refusal | undefined> {
    const same = Object.entries(values).every(
      ([field, value]) => value === stored.current.details[field as InvoiceField],
    )
    if (asked === 'off' || (same && !(asked === 'required' && values.addressLine1 === ''))) return undefined
    setProblems({})
    try {
      await call<typeof SaveInvoiceDetails>('PUT', '/api/orders/:id/invoice-details', {
        params: { id: orderId },
        body: values,
      })
      stored.current = { orderId, details: values }
      return undefined
    } catch (failure) {
      const found = invoiceProblems(failure)
      setProblems(found)
      if (Object.keys(found).length > 0)
        return { message: 'Please check the invoice details above.', advice: 'Nothing has been charged.' }
      const known = failure instanceof ApiFailure && !failure.offline
      return {
        message: known ? failure.message : 'The invoice details could not be saved.',
        advice: 'Nothing has been charged. Please check your connection and try again.',
      }
    }
  }

  const change = (field: InvoiceField, value: string): void => {
    setValues({ ...values, [field]: value })
    setProblems({ ...problems, [field]: undefined })
  }
  return { asked, values, problems, change, save }
}

/** What the server said about the fields; each message goes on from the label: "City" "is needed for an address." */
export function invoiceProblems(failure: unknown): InvoiceDetails['problems'] {
  const told = problemsByInput(failure, (path) =>
    Object.hasOwn(invoiceFieldLabels, path) ? (path as InvoiceField) : undefined,
  )
  const entries = Object.entries(told) as [InvoiceField, string][]
  return Object.fromEntries(
    entries.map(([field, message]) => [field, `${invoiceFieldLabels[field]} ${message}`]),
  )
}

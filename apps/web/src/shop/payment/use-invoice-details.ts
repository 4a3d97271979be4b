import { useRef, useState } from 'react'
import type {
  InvoiceDetailsBody,
  InvoiceDetailsState,
  saveInvoiceDetails as SaveInvoiceDetails,
} from '#modules/commerce/invoices/contract-invoice-details.ts'
import { ApiFailure, call } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import type { Refusal } from './payment-outcome.ts'

export type InvoiceField = keyof InvoiceDetailsBody

export const invoiceFieldLabels: Record<InvoiceField, string> = {
  company: 'Company',
  addressLine1: 'Street and number',
  addressLine2: 'Address line 2',
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
  /**
   * Stores the details if they have changed, and has the tax that was shown for them checked; returns undefined if the
   * payment can continue.
   */
  save: (shownTax?: string) => Promise<Refusal | undefined>
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

/** The buyer's details for the invoice, and their storing with the order. */
export function useInvoiceDetails(orderId: string, state: InvoiceDetailsState | undefined): InvoiceDetails {
  // A server of the previous release does not send this state.
  const { asked, details } = state ?? { asked: 'off' as const, details: noDetails }
  const [values, setValues] = useState(details)
  const [problems, setProblems] = useState<InvoiceDetails['problems']>({})
  const stored = useRef({ orderId, details })
  // A new order, such as after a code: the typed details are not stored with it yet.
  if (stored.current.orderId !== orderId) stored.current = { orderId, details }

  async function save(shownTax?: string): Promise<Refusal | undefined> {
    const same = Object.entries(values).every(
      ([field, value]) => value === stored.current.details[field as InvoiceField],
    )
    if (
      asked === 'off' ||
      (same && shownTax === undefined && !(asked === 'required' && values.addressLine1 === ''))
    )
      return undefined
    setProblems({})
    try {
      await call<typeof SaveInvoiceDetails>('PUT', '/api/orders/:id/invoice-details', {
        params: { id: orderId },
        body: { ...values, shownTax },
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

/** The server's messages about the fields, each after the field's label: "City" "is needed for an address." */
export function invoiceProblems(failure: unknown): InvoiceDetails['problems'] {
  const found = problemsByInput(failure, (path) =>
    Object.hasOwn(invoiceFieldLabels, path) ? (path as InvoiceField) : undefined,
  )
  const entries = Object.entries(found) as [InvoiceField, string][]
  return Object.fromEntries(
    entries.map(([field, message]) => [field, `${invoiceFieldLabels[field]} ${message}`]),
  )
}

import { z } from 'zod'
import { AppError } from '#platform/kernel/error.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

/** What finance decides about orders of companies. */
export const companySettings = {
  key: 'companyOrders',
  title: 'Orders of companies',
  description:
    'How long a company may take to pay an invoice, and how long and how many of its places wait for the money.',
  schema: z.object({
    netDays: z.number().int().min(0).max(120).default(30).meta({
      title: 'Days to pay an invoice',
      description: 'From the day of the order. It is printed on the invoice as its due date.',
    }),
    placeDays: z.number().int().min(0).max(120).default(14).meta({
      title: 'Days that places are held after the due date',
      description:
        'After that the places of an unpaid order are free for others. The order can still be paid.',
    }),
    maxUnpaidPlaces: z.number().int().min(1).max(10_000).default(50).meta({
      title: 'Most places held for unpaid orders of one company',
      description:
        'An order that would hold more is refused until another one is paid. The companies of one account are counted together. Seats without a date hold no place.',
    }),
    maxUnpaidPlacesOfDate: z.number().int().min(1).max(10_000).default(50).meta({
      title: 'Most places of one date held for unpaid orders of one company',
      description: 'As above, for the places of one date.',
    }),
    stripeBankTransfer: z.boolean().default(false).meta({
      title: 'Bank transfers through Stripe',
      description:
        'New invoices in USD, EUR and GBP print an account and a reference of Stripe instead of the bank account in the settings, and Stripe finds the order of the money. Switch bank transfers on at Stripe first.',
    }),
  }),
} satisfies SettingForm

export type CompanySettings = z.infer<typeof companySettings.schema>

/** @throws AppError conflict `TOO_MANY_PLACES`, at the field `seats`, when an order would hold more places than ever may be held */
export function assertMayBeHeld(
  {
    maxUnpaidPlaces,
    maxUnpaidPlacesOfDate,
  }: Pick<CompanySettings, 'maxUnpaidPlaces' | 'maxUnpaidPlacesOfDate'>,
  seats: number,
): void {
  const most = Math.min(maxUnpaidPlaces, maxUnpaidPlacesOfDate)
  if (seats <= most) return
  const message = `At most ${most} places of a date are held before they are paid. Ask for fewer seats, for none of the dates, or write to us.`
  throw new AppError('conflict', 'TOO_MANY_PLACES', message, { fields: [{ path: 'seats', message }] })
}

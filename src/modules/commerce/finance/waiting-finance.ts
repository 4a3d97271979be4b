import { Places, PrivateCohorts } from '#modules/leadership/index.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { sees, type WaitingItem, WaitingWork, type Worker } from '#platform/kernel/waiting-work.ts'
import { Inbox } from '../orders/inbox.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { UnmatchedEntries } from '../payments/bank-transfers/unmatched-entries.ts'
import { QuoteList } from '../quotes/quote-list.ts'
import { TaxIdChecks } from '../tax/tax-id-checks.ts'
import { VendorPapers } from '../vendor-pack/vendor-papers.ts'
import { Withdrawals } from '../withdrawals/withdrawals.ts'
import { TransferList } from './bank-transfers/transfer-list.ts'
import { Receivables } from './receivables/receivables.ts'
import { Differences } from './reconciliation/differences.ts'
import { TaxFigures } from './register/tax-figures.ts'

/** Refunds that buyers request, private cohorts that quotes ask for, bank money, open invoices, papers that expire, differences from Stripe, mails and webhooks. */
export class WaitingFinance extends WaitingWork {
  static readonly needs = {
    places: Places,
    transfers: TransferList,
    unmatched: UnmatchedEntries,
    receivables: Receivables,
    differences: Differences,
    mails: MailLedger,
    inbox: Inbox,
    quotes: QuoteList,
    withdrawals: Withdrawals,
    taxIds: TaxIdChecks,
    figures: TaxFigures,
    cohorts: PrivateCohorts,
    papers: VendorPapers,
  }

  readonly #parts: Given<typeof WaitingFinance.needs>

  constructor(parts: Given<typeof WaitingFinance.needs>) {
    super()
    this.#parts = parts
  }

  override async of({ role }: Worker): Promise<WaitingItem[]> {
    if (!sees(role, 'finance', 'viewer')) return []
    const {
      transfers,
      unmatched,
      receivables,
      differences,
      mails,
      inbox,
      quotes,
      cohorts,
      withdrawals,
      papers,
    } = this.#parts
    const [refunds, unassigned, entries, overdue, found, { failed, late }, webhooks, asked, answers, pack] =
      await Promise.all([
        this.#refunds(role),
        transfers.find({ state: 'unassigned', page: 1, pageSize: 1 }, false),
        unmatched.countOpen(),
        receivables.countOverdue(),
        differences.counts(),
        mails.countUnsent(),
        inbox.countUnfinished(),
        quotes.askingForCohort(),
        withdrawals.countWaiting(),
        papers.all(),
      ])
    const [opened, tax] = await Promise.all([cohorts.opened(asked), this.#tax()])
    return [
      ...refunds,
      itemOf('Withdrawals and refunds to answer', answers, 'withdrawals'),
      itemOf('Private cohorts to open', asked.length - opened.size, 'quotes'),
      itemOf('Bank transfers to allocate', unassigned.total, 'transfers?state=unassigned'),
      itemOf('Bank statement lines without a match', entries, 'transfers'),
      itemOf('Overdue invoices', overdue, 'receivables?age=overdue'),
      itemOf('Papers to replace', pack.filter(({ state }) => state !== 'offered').length, 'papers'),
      ...tax,
      itemOf('Differences from Stripe', found.open, 'reconciliation'),
      itemOf('Emails to buyers that were not sent', failed + late, 'mails'),
      itemOf('Webhooks that failed', webhooks.failed, 'webhooks?status=failed'),
      itemOf('Webhooks that wait for their order', webhooks.parked, 'webhooks?status=parked'),
    ]
  }

  async #tax(): Promise<WaitingItem[]> {
    const { taxIds, figures } = this.#parts
    const [invalid, untaxed] = await Promise.all([taxIds.invalid(), figures.withoutRate()])
    return [
      itemOf('Tax ids that VIES does not know', invalid.length, 'tax'),
      itemOf('Countries sold to without a tax rate', untaxed, 'tax'),
    ]
  }

  /** Leads to the order, or to the list of them. Orders are for those who may refund. */
  async #refunds(role: Worker['role']): Promise<WaitingItem[]> {
    if (!sees(role, 'finance')) return []
    const ids = await this.#parts.places.requestedRefunds()
    const address = ids.length === 1 ? `/orders/${ids[0]}` : '/orders?refund=requested'
    return [{ area: 'Finance', title: 'Refunds requested by buyers', count: ids.length, address }]
  }
}

const itemOf = (title: string, count: number, view: string): WaitingItem => ({
  area: 'Finance',
  title,
  count,
  address: `/finance/${view}`,
})

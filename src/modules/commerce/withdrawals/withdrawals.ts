import { z } from 'zod'
import { Places } from '#modules/leadership/index.ts'
import { canonicalEmail } from '#platform/contract/email.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { isDisputed } from '../domain/disputes.ts'
import { standingOf } from '../domain/dues.ts'
import { openRefundRequests, received, refunded } from '../domain/payments.ts'
import { answeredRequest, isWithdrawn, refundKey, withdrawalRequest } from '../domain/refund-decisions.ts'
import { type AskedOrder, decideRefund, decideWithdrawal } from '../domain/withdrawal.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Loaded } from '../orders/loaded.ts'
import { Orders } from '../orders/orders.ts'
import { Refunds } from '../orders/refunds.ts'
import type { answerWithdrawal, stateWithdrawal } from './contract.ts'
import { looksGuessed, orderNamedIn } from './named-order.ts'
import { type WithdrawalChange, withdrawalTables } from './tables.ts'
import { acknowledgement, answerMail } from './withdrawal-mails.ts'
import { withdrawalSettings } from './withdrawal-settings.ts'

/** Its queue has the tries of a mail: Stripe may be away for days. */
const decision = defineJob({
  queue: 'commerce.withdrawal',
  data: z.object({ id: z.uuid() }),
  retryLimit: triesOverDays,
  // Of two statements for one order the second is decided after the first.
  concurrency: 1,
})
const pageSize = 25
const system = { kind: 'system', name: 'withdrawals' } as const

/** Withdrawals by law and requests for refunds by the terms. */
export class Withdrawals extends JobHandlers {
  static readonly needs = {
    database: Database,
    settings: Settings,
    jobs: Jobs,
    clock: Clock,
    orders: Orders,
    refunds: Refunds,
    places: Places,
  }
  readonly #parts: Given<typeof Withdrawals.needs>

  constructor(parts: Given<typeof Withdrawals.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(decision, ({ data }) => this.#decide(data.id))
  }

  /** Stores a statement with its acknowledgement, and answers when it arrived. A repeat is the same statement. */
  async state({ id, ...said }: InputOf<typeof stateWithdrawal>['body']): Promise<Date> {
    const { database, settings, jobs, clock } = this.#parts
    const { euConsumers } = await settings.read(withdrawalSettings)
    const refundCase = said.refundCase ?? (euConsumers ? null : 'other')
    const email = canonicalEmail(said.email) ?? said.email
    return database.rawTransaction(async (sql) => {
      const tables = withdrawalTables(sql)
      await tables
        .insertInto('commerce_withdrawal')
        .values({ ...said, id, email, refundCase, receivedAt: clock.now(), state: 'received' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await jobs.enqueue(
        sql,
        acknowledgement.request({ id }, { key: id }),
        decision.request({ id }, { key: id }),
      )
      return (await this.#get(id, sql)).receivedAt
    })
  }

  /** What the law, or the terms for each case, would give for an order now. */
  async factsOf({ order, confirmedAt }: Loaded, now = this.#parts.clock.now()): Promise<AskedOrder> {
    const [stored, cohort] = await Promise.all([
      buyerOf(this.#parts.database.sql, order.id),
      this.#parts.places.ofOrder(order.id),
    ])
    const asked = openRefundRequests(order).reduce((sum, { amount }) => sum + amount, 0)
    return {
      now,
      concludedAt: confirmedAt,
      total: order.placed?.total ?? 0,
      received: received(order),
      refunded: refunded(order) + asked,
      currency: order.placed?.currency ?? '',
      isCompany: (order.placed?.organizationId ?? null) !== null,
      country: stored?.buyer.country ?? null,
      isDisputed: isDisputed(order),
      byTransfer: Object.values(order.transfers).some((transfer) => standingOf(transfer) > 0),
      agreedEarly: order.earlyStart !== null,
      cohort: cohort && { ...cohort, cancelled: cohort.cohortCancelled, hasPlace: cohort.place === 'taken' },
      isWithdrawn: isWithdrawn(order),
    }
  }

  /** A page of the list, and how many there are. */
  async list(page: number) {
    const tables = withdrawalTables(this.#parts.database.sql)
    const rows = await tables
      .selectFrom('commerce_withdrawal')
      .selectAll()
      .orderBy(({ eb }) => eb('state', '=', 'waiting'), 'desc')
      .orderBy('receivedAt', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { page, pageSize, total: await this.#count(), rows }
  }

  countWaiting = (): Promise<number> => this.#count('waiting')

  async #count(state?: 'waiting'): Promise<number> {
    const { count } = await withdrawalTables(this.#parts.database.sql)
      .selectFrom('commerce_withdrawal')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .$if(state !== undefined, (query) => query.where('state', '=', 'waiting'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /**
   * Finance's answer to a statement that waits, with its mail.
   * @throws AppError conflict `WITHDRAWAL_ANSWERED`, `WITHDRAWAL_WITHOUT_ORDER`; otherwise as `Refunds.request`
   */
  async answer(
    id: string,
    said: InputOf<typeof answerWithdrawal>['body'],
    staff: StaffActor,
    requestId: string,
  ) {
    const { database, jobs, clock, orders, refunds } = this.#parts
    const { state, orderId, refundCase, amountMinor, currency } = await this.#get(id)
    if (state !== 'waiting')
      throw new AppError('conflict', 'WITHDRAWAL_ANSWERED', 'This has been answered by now.')
    if (said.answer === 'refund') {
      if (orderId === null)
        throw new AppError(
          'conflict',
          'WITHDRAWAL_WITHOUT_ORDER',
          'No order matches. Refund it in the list of orders, then record that here.',
        )
      const byRule = amountMinor > 0 ? toDecimal(amountMinor, currency ?? '') : undefined
      const amount = said.amount ?? byRule
      const key = refundCase === null ? answeredRequest(id) : id
      const request = { requestId: key, reason: 'asked by the buyer', seatIds: [] }
      const input = { ...request, ...(amount !== undefined && { amount }) }
      await refunds.request(orderId, input, staff, requestId).catch(async (error: unknown) => {
        // A refund that was asked for while Stripe is away is sent by the reconciler.
        const { order } = await orders.load(orderId)
        if (!openRefundRequests(order).some((open) => open.idempotencyKey === refundKey(order, key)))
          throw error
      })
    }
    const answered = { answer: said.reason, answeredBy: staff.staffId, answeredAt: clock.now() }
    await database.rawTransaction(async (sql) => {
      await this.#set(id, { state: said.answer === 'refused' ? 'refused' : 'refunded', ...answered }, sql)
      await jobs.enqueue(sql, answerMail.request({ id }, { key: id }))
    })
  }

  /** Pays what the rules decide. Repeated as long as Stripe is away: the amount is stored before it is asked. */
  async #decide(id: string): Promise<void> {
    const { orders, refunds } = this.#parts
    let said = await this.#get(id)
    if (said.state === 'received') {
      const orderId = await orderNamedIn(this.#parts.database.sql, said)
      if (orderId === null)
        return this.#set(id, {
          state: 'waiting',
          decision: 'No order that was bought with this address has this number.',
        })
      const facts = await this.factsOf(await orders.load(orderId), said.receivedAt)
      const { by, amount, sentence } =
        said.refundCase === null ? decideWithdrawal(facts) : decideRefund(facts, said.refundCase)
      const isGuess = by === 'pay' && (await looksGuessed(this.#parts.database.sql, said))
      const state = ({ pay: 'paying', person: 'waiting', nothing: 'nothing' } as const)[by]
      await this.#set(id, {
        orderId,
        state: isGuess ? 'waiting' : state,
        amountMinor: amount,
        currency: facts.currency,
        decision: isGuess
          ? `${sentence} Other numbers were tried with this address: ask the buyer first.`
          : sentence,
      })
      said = await this.#get(id)
    }
    const { orderId, state, refundCase, currency, amountMinor } = said
    if (state === 'nothing')
      return this.#parts.jobs.enqueue(this.#parts.database.sql, answerMail.request({ id }, { key: id }))
    if (state !== 'paying' || orderId === null) return
    const amount = toDecimal(amountMinor, currency ?? '')
    const reason = refundCase === null ? 'withdrawal' : `terms: ${refundCase}`
    try {
      await refunds.request(
        orderId,
        { requestId: refundCase === null ? withdrawalRequest : id, amount, reason },
        system,
        id,
      )
      await this.#set(id, { state: 'refunded' })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
      await this.#set(id, { state: 'waiting', decision: `${said.decision} ${error.message}` })
    }
  }

  async #get(id: string, sql = this.#parts.database.sql) {
    const row = await withdrawalTables(sql)
      .selectFrom('commerce_withdrawal')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new AppError('not-found', 'WITHDRAWAL_NOT_FOUND', 'Withdrawal not found')
    return row
  }

  async #set(id: string, change: WithdrawalChange, sql = this.#parts.database.sql): Promise<void> {
    await withdrawalTables(sql).updateTable('commerce_withdrawal').set(change).where('id', '=', id).execute()
  }
}

import type { AuditTip } from '#platform/audit/verify-audit.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { genesis } from '#platform/event-log/chain.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { type StreamKind, Streams } from '#platform/event-log/streams.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { Log } from '#platform/telemetry/log.ts'
import { financeTables } from '../books/tables.ts'
import { headSignedType, headStream, type SignedHeadData } from '../log/head-events.ts'
import { lineOf, type SignedHead, textOf } from '../log/head-line.ts'
import { LogKey } from '../log/log-key.ts'
import { faultsOf } from './faults-of.ts'
import { IntegrityChecks } from './integrity-checks.ts'
import type { OrdersVerdict } from './verify-orders.ts'

const dailyHead = defineJob({
  queue: 'commerce-signed-head',
  schedule: '7 0 * * *',
  expireInSeconds: 600,
  concurrency: 1,
})
type HeadEvent = { type: typeof headSignedType; data: SignedHeadData }
/** One stream, without an id. Its state is what its first event says of earlier heads. */
const headKind: StreamKind<number | null, HeadEvent> = {
  prefix: headStream,
  empty: () => null,
  evolve: (earlier, { data }) => earlier ?? data.earlier,
}

/**
 * Once a day everything is checked, and the head of the log is signed, written to the process's log and mailed. A copy out
 * of reach of the database's owner reveals a history that was rewritten whole.
 */
export class SignedHeads extends JobHandlers {
  static readonly needs = {
    database: Database,
    log: EventLog,
    streams: Streams,
    clock: Clock,
    mailer: Mailer,
    logger: Log,
    config: Config,
    key: LogKey,
    checks: IntegrityChecks,
  }
  readonly #parts: Given<typeof SignedHeads.needs>

  constructor(parts: Given<typeof SignedHeads.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(dailyHead, async () => {
      await this.keep()
    })
  }

  /** The public key, base64url of its 32 bytes; for the offline verifier. */
  get publicKey(): string {
    return this.#parts.key.publicKey
  }

  /** Checks everything, then signs and mails the head. With faults, mails the faults and signs nothing. */
  async keep(): Promise<{ verdict: OrdersVerdict; signed: SignedHead | null }> {
    const verdict = await this.#parts.checks.run()
    const { head, events } = verdict.chain
    if (!verdict.ok) {
      const faults = faultsOf(verdict)
      this.#parts.logger.logger.error({ head, faults }, 'the order log is broken: no head was signed')
      await this.#mail(
        verdict.chain.ok ? 'What is kept beside the order log is wrong' : 'The order log is broken',
        `log-broken-${head.position}-${this.#day()}`,
        [
          ...faults.map((fault) => `The daily check found: ${fault}.`),
          'Stop refunds, keep the database as it is, and compare it with the last backup. npm run orders:verify lists all that is wrong.',
        ],
        [],
      )
      return { verdict, signed: null }
    }
    const signed = await this.#sign(head)
    this.#parts.logger.logger.info(
      { signedHead: lineOf(signed), publicKey: this.publicKey },
      'the order log is intact',
    )
    await this.#mail(
      `Order log: head ${head.position}`,
      `signed-head-${this.#day()}-${head.position}`,
      [
        `The order log was verified: ${events} events, no break. Keep this email: with the line below anybody can tell later whether the log still contains this history.`,
        lineOf(signed),
      ],
      [
        { label: 'Position', value: String(head.position) },
        { label: 'Signed', value: signed.signedAt.toISOString() },
        { label: 'Public key', value: this.publicKey },
        ...this.#parts.key.earlierKeys.map((value) => ({ label: 'Public key of earlier heads', value })),
        ...verdict.restores.map(({ position, recordedAt }) => ({
          label: 'Restored here',
          value: `position ${position}, ${recordedAt.toISOString()}`,
        })),
      ],
    )
    return { verdict, signed }
  }

  /** Stores the head and appends an event about it, so that removing the row is detected. */
  async #sign(head: { position: number; hash: string }): Promise<SignedHead> {
    const { position, hash } = head
    const signedAt = this.#parts.clock.now()
    const unsigned = { position, hash, signedAt }
    const signed: SignedHead = { ...unsigned, signature: this.#parts.key.sign(textOf(unsigned)) }
    const line = lineOf(signed)
    await this.#parts.streams.change(
      headKind,
      '',
      async (earlier): Promise<HeadEvent[]> => {
        const data: SignedHeadData = {
          position: signed.position,
          signedAt: signed.signedAt.toISOString(),
          line,
          key: this.publicKey,
          earlier: earlier ?? (await this.#count()),
          audit: await this.#auditTip(),
        }
        return [{ type: headSignedType, data }]
      },
      () => ({
        metadata: { actor: 'system:books' },
        once: line,
        writes: [
          writeOf(
            financeTables(this.#parts.database.sql)
              .insertInto('commerce_signed_head')
              .values({ position, hash, signed_at: signedAt, signature: signed.signature }),
          ),
        ],
      }),
    )
    return signed
  }

  async #count(): Promise<number> {
    const { count } = await financeTables(this.#parts.database.sql)
      .selectFrom('commerce_signed_head')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async #auditTip(): Promise<AuditTip> {
    const [tip] = await this.#parts.database.sql.query<AuditTip>(
      `select id::float8 as id, encode(digest, 'hex') as digest from platform_audit order by platform_audit.id desc limit 1`,
    )
    return tip ?? { id: 0, digest: genesis }
  }

  /** Signed heads, newest first. */
  async list(limit: number): Promise<SignedHead[]> {
    return financeTables(this.#parts.database.sql)
      .selectFrom('commerce_signed_head')
      .select(['position', 'hash', 'signed_at as signedAt', 'signature'])
      .orderBy('signed_at', 'desc')
      .orderBy('position', 'desc')
      .limit(limit)
      .execute()
  }

  /** When a check last found no fault; before that, when the first event was recorded. Null while there is none. */
  async provedAt(): Promise<Date | null> {
    const [head] = await this.list(1)
    return head?.signedAt ?? (await this.#parts.log.readFrom(0, 1))[0]?.recordedAt ?? null
  }

  #day(): string {
    return this.#parts.clock.now().toISOString().slice(0, 10)
  }

  async #mail(
    subject: string,
    key: string,
    paragraphs: string[],
    rows: { label: string; value: string }[],
  ): Promise<void> {
    await this.#parts.mailer.send({
      // From the configuration, not from a setting: settings are in the database, whose owner must not redirect this mail.
      to: this.#parts.config.supportEmail,
      subject,
      key,
      reason: 'staff',
      paragraphs,
      rows,
      preheader: paragraphs[0] ?? '',
      footer: ['Sent once a day to the address of support. Nobody needs to answer.'],
    })
  }
}

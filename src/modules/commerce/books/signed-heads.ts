import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { EventLog, Verification } from '#platform/event-log/event-log.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { LogKey, logKeyPurpose } from './log-key.ts'

export const signedHeadQueue = 'commerce-signed-head'

/** A head of the log with a signature that the database alone cannot make. */
export interface SignedHead {
  position: number
  hash: string
  signedAt: Date
  /** Base64url, Ed25519 over `textOf`. */
  signature: string
}

/** What is signed, and what the offline verifier signs again: one line of text. */
export const textOf = ({ position, hash, signedAt }: Omit<SignedHead, 'signature'>): string =>
  `veralead-head ${position} ${hash} ${signedAt.toISOString()}`

/** The whole line as it is logged and mailed. */
export const lineOf = (head: SignedHead): string => `${textOf(head)} ${head.signature}`

/**
 * Once a day the log is verified, its head is signed, written to the process's log and mailed: kept where whoever
 * owns the database cannot reach it, it reveals a history that was rewritten whole.
 */
export class SignedHeads extends Lifecycle {
  readonly #database: Database
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #mailer: Mailer
  readonly #jobs: Jobs
  readonly #logger: Log['logger']
  readonly #config: Config
  readonly #key: LogKey

  constructor(parts: {
    database: Database
    log: EventLog
    clock: Clock
    mailer: Mailer
    jobs: Jobs
    logger: Log
    config: Config
    keys: Keys
  }) {
    super()
    this.#database = parts.database
    this.#log = parts.log
    this.#clock = parts.clock
    this.#mailer = parts.mailer
    this.#jobs = parts.jobs
    this.#logger = parts.logger.logger
    this.#config = parts.config
    this.#key = new LogKey(parts.keys.derive(logKeyPurpose))
  }

  override async start(): Promise<void> {
    this.#jobs.handle(signedHeadQueue, { expireInSeconds: 600, concurrency: 1 }, async () => {
      await this.keep()
    })
    this.#jobs.schedule(signedHeadQueue, '7 0 * * *')
  }

  override async stop(): Promise<void> {}

  /** Base64url of the public key's 32 bytes; for the offline verifier. */
  get publicKey(): string {
    return this.#key.publicKey
  }

  /** Verifies the whole log against the newest head that was signed. */
  async verify(): Promise<Verification> {
    const [newest] = await this.list(1)
    if (newest === undefined) return this.#log.verify()
    if (!this.#holds(newest)) {
      const { events, head } = await this.#log.verify()
      const reason = 'the signature of the head that was kept does not hold: somebody wrote it'
      return { ok: false, events, head, firstBreak: { position: newest.position, reason } }
    }
    return this.#log.verify(newest)
  }

  /** Verifies, signs the head and sends it away; a broken log is told instead, and nothing is signed. */
  async keep(): Promise<{ verdict: Verification; signed: SignedHead | null }> {
    const verdict = await this.verify()
    const { ok, head, firstBreak, events } = verdict
    if (!ok) {
      this.#logger.error({ head, firstBreak }, 'the order log is broken: no head was signed')
      await this.#mail(
        'The order log is broken',
        `log-broken-${head.position}-${this.#day()}`,
        [
          `The daily check found a break at position ${firstBreak?.position}: ${firstBreak?.reason}.`,
          'Stop refunds, keep the database as it is, and compare it with the last backup.',
        ],
        [],
      )
      return { verdict, signed: null }
    }
    const unsigned = { position: head.position, hash: head.hash, signedAt: this.#clock.now() }
    const signature = this.#key.sign(textOf(unsigned))
    const signed: SignedHead = { ...unsigned, signature }
    await this.#database.sql.query(
      `insert into commerce_signed_head (position, hash, signed_at, signature) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [signed.position, signed.hash, signed.signedAt, signature],
    )
    this.#logger.info({ signedHead: lineOf(signed), publicKey: this.publicKey }, 'the order log is whole')
    await this.#mail(
      `Order log: head ${head.position}`,
      `signed-head-${this.#day()}-${head.position}`,
      [
        `The order log was verified: ${events} events, no break. Keep this mail: with the line below anybody can tell later whether the log still contains this history.`,
        lineOf(signed),
      ],
      [
        { label: 'Position', value: String(head.position) },
        { label: 'Signed', value: signed.signedAt.toISOString() },
        { label: 'Public key', value: this.publicKey },
      ],
    )
    return { verdict, signed }
  }

  /** Signed heads, newest first. */
  async list(limit: number): Promise<SignedHead[]> {
    const rows = await this.#database.sql.query<Omit<SignedHead, 'position'> & { position: string }>(
      `select position, hash, signed_at as "signedAt", signature from commerce_signed_head
       order by signed_at desc, position desc limit $1`,
      [limit],
    )
    return rows.map((row) => ({ ...row, position: Number(row.position) }))
  }

  #holds(head: SignedHead): boolean {
    return this.#key.holds(textOf(head), head.signature)
  }

  #day(): string {
    return this.#clock.now().toISOString().slice(0, 10)
  }

  async #mail(
    heading: string,
    key: string,
    paragraphs: string[],
    rows: { label: string; value: string }[],
  ): Promise<void> {
    // Not the owner's setting: it lives in the database, out of whose owner's reach this mail is to be kept.
    const { brandName: brand, supportEmail: to } = this.#config
    const footer = ['Sent once a day to the address of support. Nobody needs to answer.']
    const content = mailLayout({ brand, preheader: paragraphs[0] ?? '', heading, paragraphs, rows, footer })
    await this.#mailer.send({ to, subject: heading, key, ...content })
  }
}

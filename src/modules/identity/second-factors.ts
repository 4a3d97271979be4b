import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import type { StaffRow } from './rows.ts'
import { newTotpSecret, seal, totpEnrolment, totpStep, unseal } from './totp.ts'

/** The authenticator apps of members of staff. */
export class SecondFactors {
  readonly #db: Database
  readonly #clock: Clock
  readonly #key: Buffer
  readonly #config: Pick<Config, 'brandName' | 'requireStaffTotp'>

  constructor(
    db: Database,
    clock: Clock,
    keys: Keys,
    config: Pick<Config, 'brandName' | 'requireStaffTotp'>,
  ) {
    this.#db = db
    this.#clock = clock
    this.#key = keys.derive('identity.totp')
    this.#config = config
  }

  /** Makes a new second factor, which is told once, or takes it away. */
  async set(
    sql: Sql,
    member: { id: string; username: string },
    wanted: boolean,
  ): Promise<{ secret: string; uri: string } | null> {
    const secret = wanted ? newTotpSecret() : null
    await sql.query('update identity_staff set totp_box = $2, totp_step = 0 where id = $1', [
      member.id,
      secret && seal(this.#key, secret),
    ])
    return secret && totpEnrolment(secret, this.#config.brandName, member.username)
  }

  /**
   * Passes with the right digits, or for a member without a second factor where none is required.
   * @throws AppError `unauthenticated` TOTP_REQUIRED or TOTP_INVALID, `forbidden` TOTP_NOT_ENROLLED
   */
  async demand(member: StaffRow, code: string | undefined): Promise<void> {
    if (!member.totpBox) {
      if (!this.#config.requireStaffTotp) return
      throw new AppError(
        'forbidden',
        'TOTP_NOT_ENROLLED',
        'This account needs a second factor first. Ask your operator to run staff:create with --replace --totp.',
      )
    }
    if (code === undefined || code.trim() === '') {
      throw new AppError(
        'unauthenticated',
        'TOTP_REQUIRED',
        'Enter the six digits from your authenticator app.',
      )
    }
    const secret = unseal(this.#key, Buffer.from(member.totpBox))
    const step = totpStep(secret, code.trim(), this.#clock.now())
    const used =
      step !== null &&
      (await this.#db.sql.query(
        'update identity_staff set totp_step = $2 where id = $1 and totp_step < $2 returning id',
        [member.id, step],
      ))
    if (!used || used.length === 0)
      throw new AppError(
        'unauthenticated',
        'TOTP_INVALID',
        'These six digits are not valid any more. Enter the next ones.',
      )
  }
}

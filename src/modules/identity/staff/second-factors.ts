import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import { type DerivedKey, Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { seal, unseal } from '#platform/kernel/seal.ts'
import { identityTables, type StaffRow } from '../accounts/rows.ts'
import { Enrolments } from './enrolments.ts'
import { newTotpSecret, totpEnrolment, totpStep } from './totp.ts'

/** An offered key for an authenticator app, which is not set up yet. */
export interface Enrolment {
  secret: string
  uri: string
  token: string
}

/** The authenticator apps of members of staff. */
export class SecondFactors {
  static readonly needs = {
    db: Database,
    clock: Clock,
    keys: Keys,
    config: Config,
  }
  readonly #parts: Given<typeof SecondFactors.needs>
  readonly #keys: DerivedKey
  readonly #enrolments: Enrolments

  constructor(parts: Given<typeof SecondFactors.needs>) {
    this.#parts = parts
    this.#keys = parts.keys.derive('identity.totp')
    this.#enrolments = new Enrolments(parts.clock, parts.keys)
  }

  /** Sets a new second factor, which is shown once, or removes it. */
  async set(
    sql: Sql,
    member: { id: string; username: string },
    wanted: boolean,
  ): Promise<{ secret: string; uri: string } | null> {
    const secret = wanted ? newTotpSecret() : null
    await identityTables(sql)
      .updateTable('identity_staff')
      .set({ totp_box: secret && seal(this.#keys[0], secret), totp_step: 0 })
      .where('id', '=', member.id)
      .execute()
    return secret && totpEnrolment(secret, this.#parts.config.brandName, member.username)
  }

  /**
   * Passes with the right digits, or for a member without a second factor where none is required. Where one is required, a
   * member without one is offered a new key; the digits of that key together with its token set it up.
   * @param given.enrolment the token of the offered key
   * @returns whether this call set the second factor up
   * @throws AppError `unauthenticated` TOTP_REQUIRED or TOTP_INVALID, `forbidden` TOTP_UNREADABLE, or TOTP_NOT_ENROLLED
   *   with the field `enrolment`: `{ secret, uri, token }`
   */
  async demand(
    member: StaffRow,
    given: { totp?: string | undefined; enrolment?: string | undefined },
  ): Promise<{ enrolled: boolean }> {
    const code = given.totp?.trim() ?? ''
    if (!member.totpBox) {
      if (!this.#parts.config.requireStaffTotp) return { enrolled: false }
      const secret = this.#enrolments.secretOf(given.enrolment, member.id)
      if (secret === null) throw this.#notEnrolled(member)
      await this.#enrol(member, secret, code)
      return { enrolled: true }
    }
    if (code === '') {
      throw new AppError(
        'unauthenticated',
        'TOTP_REQUIRED',
        'Enter the six digits from your authenticator app.',
      )
    }
    const secret = await this.#decrypt({ id: member.id, encrypted: Buffer.from(member.totpBox) })
    if (secret === null)
      throw new AppError(
        'forbidden',
        'TOTP_UNREADABLE',
        'Your second factor cannot be read any more, because the SESSION_SECRET of this site was changed. Ask an owner to remove it, or your operator to add the earlier secret to SESSION_SECRET or to run staff:create with --replace --totp.',
      )
    const step = totpStep(secret, code, this.#parts.clock.now())
    const used =
      step !== null &&
      (await identityTables(this.#parts.db.sql)
        .updateTable('identity_staff')
        .set({ totp_step: step })
        .where('id', '=', member.id)
        .where('totp_step', '<', step)
        .returning('id')
        .executeTakeFirst())
    if (!used) throw invalidDigits()
    return { enrolled: false }
  }

  /** Whether members must have a second factor to sign in. */
  get required(): boolean {
    return this.#parts.config.requireStaffTotp
  }

  /** Offers a new key for an authenticator app; `confirm` accepts its token within ten minutes. */
  offer(member: { id: string; username: string }): Enrolment {
    const secret = newTotpSecret()
    return {
      ...totpEnrolment(secret, this.#parts.config.brandName, member.username),
      token: this.#enrolments.tokenOf(secret, member.id),
    }
  }

  /**
   * Stores an offered key in place of the previous one, once its digits prove that it is in an app.
   * @throws AppError `invalid` ENROLMENT_EXPIRED, TOTP_INVALID at the field `code`
   */
  async confirm(sql: Sql, memberId: string, given: { token: string; code: string }): Promise<void> {
    const secret = this.#enrolments.secretOf(given.token, memberId)
    if (secret === null)
      throw new AppError('invalid', 'ENROLMENT_EXPIRED', 'This key was shown too long ago. Begin again.')
    const step = totpStep(secret, given.code.trim(), this.#parts.clock.now())
    if (step === null)
      throw refusedFields('TOTP_INVALID', [
        { path: 'code', message: 'These are not the six digits of this key now. Enter the next ones.' },
      ])
    await identityTables(sql)
      .updateTable('identity_staff')
      .set({ totp_box: seal(this.#keys[0], secret), totp_step: step })
      .where('id', '=', memberId)
      .execute()
  }

  /** Stores the key that `code` proves to be in an app, unless another was stored meanwhile. */
  async #enrol(member: StaffRow, secret: Buffer, code: string): Promise<void> {
    const step = totpStep(secret, code, this.#parts.clock.now())
    const stored =
      step !== null &&
      (await identityTables(this.#parts.db.sql)
        .updateTable('identity_staff')
        .set({ totp_box: seal(this.#keys[0], secret), totp_step: step })
        .where('id', '=', member.id)
        .where('totp_box', 'is', null)
        .returning('id')
        .executeTakeFirst())
    if (!stored) throw invalidDigits()
  }

  #notEnrolled(member: StaffRow): AppError {
    const enrolment = this.offer(member)
    return new AppError(
      'forbidden',
      'TOTP_NOT_ENROLLED',
      'This account needs a second factor. Add the key to an authenticator app, then enter the six digits it shows.',
      { extra: { enrolment } },
    )
  }

  /** Encrypts all secrets under the current key, so that an earlier SESSION_SECRET can be removed. */
  async encryptAnew(): Promise<void> {
    if (this.#keys.length === 1) return
    const stored = await identityTables(this.#parts.db.sql)
      .selectFrom('identity_staff')
      .select(['id', 'totp_box as encrypted'])
      .where('totp_box', 'is not', null)
      .$narrowType<{ encrypted: Buffer }>()
      .execute()
    for (const one of stored) await this.#decrypt(one)
  }

  /** The stored secret, encrypted again when it was under an earlier key; null when no key decrypts it. */
  async #decrypt({ id, encrypted }: { id: string; encrypted: Buffer }): Promise<Buffer | null> {
    for (const key of this.#keys) {
      const secret = unseal(key, encrypted)
      if (secret === null) continue
      if (key !== this.#keys[0])
        await identityTables(this.#parts.db.sql)
          .updateTable('identity_staff')
          .set({ totp_box: seal(this.#keys[0], secret) })
          .where('id', '=', id)
          .where('totp_box', '=', encrypted)
          .execute()
      return secret
    }
    return null
  }
}

function invalidDigits(): AppError {
  return new AppError(
    'unauthenticated',
    'TOTP_INVALID',
    'These six digits are not valid any more. Enter the next ones.',
  )
}

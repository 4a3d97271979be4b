import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { toAccount } from '#platform/mail/mailer.ts'
import { identityTables } from '../accounts/rows.ts'
import { codeRules } from '../domain/codes.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import { accountMail } from './account-mails.ts'
import { type Codes, codeMail } from './codes.ts'
import { type PasswordResets, resetRequest } from './password-resets.ts'

export interface IdentityMailParts {
  database: Database
  codes: Pick<Codes, 'draw'>
  resets: Pick<PasswordResets, 'grant'>
  config: Pick<Config, 'brandName' | 'publicUrl'>
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
})

const code = defineMail({
  ...codeMail,
  async compose({ data: { codeId }, attempt }, { codes }: IdentityMailParts) {
    const drawn = await codes.draw(codeId)
    if (drawn === null) return null
    const minutes = codeRules.lifetimeMs / 60_000
    return {
      to: drawn.email,
      name: drawn.firstName,
      subject: `${drawn.code} is your verification code`,
      key: `code-${codeId}-${attempt}`,
      reason: { form: 'code', id: `code-${codeId}` },
      preheader: `Enter this code within ${minutes} minutes to finish creating your account.`,
      heading: 'Your verification code',
      paragraphs: [`Enter this code in the window where you signed up. It is valid for ${minutes} minutes.`],
      code: drawn.code,
      footer: [
        'If you did not ask for an account, ignore this email: no account is created without the code.',
      ],
    }
  },
})

const reset = defineMail({
  ...resetRequest,
  async compose({ data }, { resets, config }: IdentityMailParts) {
    const granted = await resets.grant(data)
    if (granted === null) return null
    const minutes = lifetimes.resetMs / 60_000
    return {
      ...toAccount(granted),
      subject: 'Set a new password',
      key: `reset-${data.resetId}`,
      preheader: `This link works once, within ${minutes} minutes.`,
      paragraphs: [
        `Someone, hopefully you, asked for a new password for your account. The link works once, within ${minutes} minutes.`,
      ],
      // Links start with the configured address, never with a request's.
      button: {
        label: 'Set a new password',
        url: `${config.publicUrl}/reset-password?token=${granted.token}`,
      },
      footer: ['If it was not you, ignore this email: your password stays the same.'],
    }
  },
})

/** The jobs contain ids; an erased person gets no mail. */
const account = defineMail({
  ...accountMail,
  async compose({ id, data }, { database, config: { brandName, publicUrl } }: IdentityMailParts) {
    const reader = await identityTables(database.sql)
      .selectFrom('identity_customer')
      .select(['email as to', 'first_name as name'])
      .where('id', '=', data.customerId)
      .executeTakeFirst()
    if (reader === undefined) return null
    const mail = { ...reader, key: `${data.mail}-${id}`, reason: 'confirmed' } as const
    if (data.mail === 'welcome')
      return {
        ...mail,
        subject: `Welcome to ${brandName}`,
        preheader: 'Your account is ready.',
        heading: 'Your account is ready',
        paragraphs: [
          'Your address is confirmed. Your profile keeps your orders, invoices and receipts, and you can change your details there.',
        ],
        rows: [{ label: 'You sign in with', value: reader.to }],
        button: { label: 'See the certification', url: `${publicUrl}/certification` },
        footer: ['You received this email because an account was created with this address.'],
      }
    return {
      ...mail,
      subject: 'Your password was changed',
      preheader: 'You were signed out everywhere else.',
      paragraphs: [
        'The password for your account was changed, and you were signed out everywhere else.',
        'If that was you, you are all set. If not, set a new password now: that signs everyone out again.',
      ],
      rows: [{ label: 'When', value: moment.format(new Date(data.at)) }],
      button: { label: 'This was not me', url: `${publicUrl}/forgot-password` },
      footer: ['If you cannot get back in, write to us at the address below.'],
    }
  },
})

/** Every mail to a customer about the account. */
export const identityMails = [code, reset, account]

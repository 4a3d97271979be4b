import type { Config } from '#platform/config/config.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { type MailContent, mailLayout } from '#platform/mail/layout.ts'
import type { Contact } from '#platform/settings/contact-settings.ts'
import { codeRules } from './domain/codes.ts'
import { lifetimes } from './domain/sign-in-rules.ts'

export interface IdentityMail {
  subject: string
  html: string
  text: string
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
})

/** The texts of the account mails. Links start with the configured address, never with a request's. */
export class IdentityMails {
  readonly #config: Pick<Config, 'brandName' | 'publicUrl'>
  readonly #contact: () => Promise<Contact>

  /** `contact` is called for every mail, because the owner may have changed it. */
  constructor(config: Pick<Config, 'brandName' | 'publicUrl'>, contact: () => Promise<Contact>) {
    this.#config = config
    this.#contact = contact
  }

  code(person: { firstName: string; code: string }): Promise<IdentityMail> {
    const minutes = codeRules.lifetimeMs / 60_000
    return this.#mail(`${person.code} is your verification code`, {
      preheader: `Enter this code within ${minutes} minutes to finish creating your account.`,
      heading: 'Your verification code',
      paragraphs: [
        greeting(person.firstName),
        `Enter this code in the window where you signed up. It is valid for ${minutes} minutes.`,
      ],
      code: person.code,
      footer: ['If you did not ask for an account, ignore this mail: without the code nothing is created.'],
    })
  }

  welcome(person: { firstName: string; email: string }): Promise<IdentityMail> {
    const { brandName, publicUrl } = this.#config
    return this.#mail(`Welcome to ${brandName}`, {
      preheader: 'Your account is ready.',
      heading: 'Your account is ready',
      paragraphs: [
        greeting(person.firstName),
        'Your address is confirmed. Your profile keeps your orders, invoices and receipts, and you can change your details there.',
      ],
      rows: [{ label: 'You sign in with', value: person.email }],
      button: { label: 'See the certification', url: `${publicUrl}/certification` },
      footer: ['You receive this mail because an account was created with this address.'],
    })
  }

  reset(person: { firstName: string; url: string }): Promise<IdentityMail> {
    const minutes = lifetimes.resetMs / 60_000
    return this.#mail('Set a new password', {
      preheader: `This link works once, for ${minutes} minutes.`,
      heading: 'Set a new password',
      paragraphs: [
        greeting(person.firstName),
        `Somebody, hopefully you, asked to set a new password for your account. The link works once, for ${minutes} minutes.`,
      ],
      button: { label: 'Set a new password', url: person.url },
      footer: ['If it was not you, ignore this mail: your password stays as it is.'],
    })
  }

  async passwordChanged(person: { firstName: string; at: Date }): Promise<IdentityMail> {
    const { publicUrl } = this.#config
    return this.#mail('Your password was changed', {
      preheader: 'Every other session was signed out.',
      heading: 'Your password was changed',
      paragraphs: [
        greeting(person.firstName),
        'The password of your account was changed, and every other session was signed out.',
        'If that was you, there is nothing to do. If not, set a new one now: it signs everybody out again.',
      ],
      rows: [{ label: 'When', value: moment.format(person.at) }],
      button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
      footer: [`If you cannot get back in, write to ${(await this.#contact()).support}.`],
    })
  }

  async #mail(subject: string, content: Omit<MailContent, 'brand'>): Promise<IdentityMail> {
    const { brandName } = this.#config
    const { support, postalAddress } = await this.#contact()
    const footer = [
      ...content.footer,
      `${brandName}. Questions: ${support}`,
      ...(postalAddress === '' ? [] : [postalAddress]),
    ]
    return { subject, ...mailLayout({ ...content, brand: brandName, footer }) }
  }
}

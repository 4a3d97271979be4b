import { expect } from 'vitest'
import { eventually, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

export const password = 'Correct1horse'

export interface DevMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  sentAt: string
}

/** What the sign-up form sends. */
export const form = (email: string, over: object = {}) => ({
  firstName: 'Anna',
  lastName: 'Rossi',
  email,
  password,
  phone: '+1 (555) 010-0199',
  company: 'Keel Ltd',
  requireEmailVerification: true,
  ...over,
})

/** What people with an account do, over HTTP and by their mailbox. */
export function accountHolders(app: () => TestApp) {
  const mailsTo = async (email: string): Promise<DevMail[]> =>
    (
      await app()
        .client()
        .get(`/api/dev/mail?to=${encodeURIComponent(email)}`)
    ).body.mails

  /** The n-th code that was mailed, waited for. */
  const codeFor = async (email: string, nth = 1): Promise<string> => {
    const codes = await eventually(async () => {
      const found = (await mailsTo(email)).flatMap(
        ({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? [],
      )
      return found.length >= nth && found
    })
    return codes[nth - 1] ?? ''
  }

  /** A caller who has just signed up. */
  const signUp = async (email: string, over: object = {}): Promise<HttpClient> => {
    const client = app().client()
    const registered = await client.post('/api/auth/user/register', form(email, over))
    expect(registered.status, registered.text).toBe(201)
    const otpCode = await codeFor(email)
    expect((await client.post('/api/auth/verify-otp', { email, otpCode })).status).toBe(200)
    return client
  }

  return { mailsTo, codeFor, signUp }
}

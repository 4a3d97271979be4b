import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { productId } from '../../commerce/support/shop.ts'
import { admin } from '../../support/app.ts'
import { type Answer, HttpClient } from '../../support/http-client.ts'
import type { Site } from './site.ts'

const password = 'Correct1horse'
const timeoutMs = 150_000

/** A person who presses the button again until it works: nothing that fails on the way may be lost or happen twice. */
export class Buyer {
  readonly email = `buyer-${randomUUID().slice(0, 13)}@example.com`
  readonly #site: Pick<Site, 'url'>
  #refused = ''
  #cookies = new Map<string, string>()
  /** How often something had to be tried again. */
  tries = 0

  constructor(site: Pick<Site, 'url'>) {
    this.#site = site
  }

  /** Registers, enters the mailed code; signs in when a crash left the account there already. */
  async signUp(): Promise<void> {
    const verify = (otpCode: string) =>
      this.#again(() => this.#post('/api/auth/verify-otp', { email: this.email, otpCode }))
    await this.#until(async () => {
      const before = (await this.#again(() => this.#codes())).length
      const asked = await this.#post('/api/auth/user/register', {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: this.email,
        password,
        phone: '+1 555 010 0199',
        company: 'Nautical Ltd',
        requireEmailVerification: true,
      })
      // The answer to the code may have been lost after the account was made.
      if (asked.body?.code === 'USER_EXISTS') {
        return (await this.#post('/api/auth/user/login', { email: this.email, password })).status === 200
      }
      if (asked.status !== 201) return false
      let tried = ''
      // A killed worker holds its mail for a minute; asking for codes meanwhile would spend the few there are.
      for (let look = 0; look < 400; look += 1) {
        const codes = await this.#again(() => this.#codes())
        const [code] = codes.slice(before).reverse()
        if (code !== undefined && code !== tried) {
          const { status, body } = await verify(code)
          if (status === 200) return true
          // A process that is still starting has not looked at the code.
          if (status !== 503) tried = code
          // Its answer got lost the first time: the account is there.
          if (body?.code === 'REGISTRATION_NOT_FOUND') return false
          // Else the worker was killed after the mail, and a newer code follows.
        }
        await sleep(200)
      }
      return false
    }, 'sign-up')
  }

  async checkout(): Promise<{ orderId: string; intentId: string; clientSecret: string }> {
    const found = await this.#until(async () => {
      const { status, body } = await this.#post('/api/checkout/create-payment-intent', {
        items: [{ productId, quantity: 1 }],
        metadata: { source: 'embedded_payment_page', userEmail: this.email },
      })
      return status === 200 && body
    }, 'checkout')
    const { id: intentId, clientSecret } = found.paymentIntent
    return { orderId: found.order.id, intentId, clientSecret }
  }

  /** The return page, once: it may well fail. */
  async comeBack(intentId: string): Promise<void> {
    await this.#send('GET', `/api/checkout/verify-payment-intent/${intentId}`).catch(() => undefined)
  }

  async #codes(): Promise<string[]> {
    const { body } = await this.#send('GET', `/api/dev/mail?to=${encodeURIComponent(this.email)}`)
    return body.mails.flatMap(
      ({ subject }: { subject: string }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? [],
    )
  }

  /** Until somebody answers at all. */
  async #again<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await call()
      } catch (error) {
        if (tries > 400) throw error
        this.tries += 1
        await sleep(150)
      }
    }
  }

  async #post(path: string, body: unknown): Promise<Answer> {
    const answer = await this.#send('POST', path, body)
    if (answer.status >= 300) this.#refused = `${path} answered ${answer.status}: ${answer.text}`
    return answer
  }

  /** The same browser, whichever process answers. */
  async #send(method: string, path: string, body?: unknown): Promise<Answer> {
    const http = new HttpClient(this.#site.url())
    for (const [name, value] of this.#cookies) http.setCookie(name, value)
    const answer = await http.send(method, path, body === undefined ? {} : { body })
    this.#cookies = new Map(http.cookies)
    return answer
  }

  async #until<T>(step: () => Promise<T | false>, what: string): Promise<T> {
    const deadline = Date.now() + timeoutMs
    let last: unknown
    while (Date.now() < deadline) {
      try {
        const done = await step()
        if (done !== false) return done
      } catch (error) {
        last = error
      }
      this.tries += 1
      await sleep(150)
    }
    throw new Error(`${what} of ${this.email} never worked; ${this.#refused}`, { cause: last })
  }
}

/** Finance, as patient: asks for a refund under one id until the answer says that it was made. */
export async function refund(site: Site, orderId: string, amount: string): Promise<void> {
  const requestId = randomUUID()
  const deadline = Date.now() + timeoutMs
  let last = ''
  while (Date.now() < deadline) {
    try {
      const http = new HttpClient(site.url())
      await http.post('/api/auth/login', { ...admin, credentials: 'include' })
      const answer = await http.post(`/api/finance/orders/${orderId}/refunds`, {
        amount,
        reason: 'goodwill',
        requestId,
      })
      if (answer.status === 200) return
      last = answer.text
    } catch (error) {
      last = String(error)
    }
    await sleep(200)
  }
  throw new Error(`The refund of ${orderId} was never made: ${last}`)
}

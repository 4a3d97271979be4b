import { storedCookies } from '../../src/platform/contract/browser-storage.ts'

/** What the privacy page lists; a cookie that is not there fails the test that gets it. */
const listed = new Set<string>(storedCookies.map(({ name }) => name))

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API answers and assert on it
  body: any
  text: string
}

export interface Sent {
  body?: unknown
  headers?: Record<string, string>
  /** The body as it is, for malformed requests. */
  raw?: string | Buffer
}

/** A caller with a cookie jar of its own, like one browser profile. Sends neither Origin nor Sec-Fetch headers. */
export class HttpClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  get(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send('GET', path, sent)
  }

  post(path: string, body?: unknown, sent: Sent = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? sent : { ...sent, body })
  }

  put(path: string, body?: unknown, sent: Sent = {}): Promise<Answer> {
    return this.send('PUT', path, body === undefined ? sent : { ...sent, body })
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers = new Headers(sent.headers)
    if (this.#cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    if (sent.body !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    const body = sent.raw ?? (sent.body === undefined ? null : JSON.stringify(sent.body))
    const response = await fetch(new URL(path, this.#origin), { method, headers, body, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: json && text !== '' ? JSON.parse(text) : undefined,
      text,
    }
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    if (!listed.has(name.replace('__Host-', '')))
      throw new Error(`The cookie "${name}" is not listed in platform/contract/browser-storage.ts`)
    const value = pair.slice(pair.indexOf('=') + 1)
    const gone = attributes.some(
      (attribute) => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute),
    )
    if (gone || value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Ids } from '#platform/kernel/ids.ts'

/** Connections are kept and never time out, so that the speed of the machine changes nothing. */
const agent = new Agent({ keepAlive: true })

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the API answers is read field by field
  body: any
}

/** One browser: a cookie jar, an address of its own, and requests whose ids follow from the seed. */
export class Caller {
  readonly #origin: string
  readonly #ids: Ids
  readonly #address: string
  readonly #agent: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string, ids: Ids, address: string, agent: string) {
    this.#origin = origin
    this.#ids = ids
    this.#address = address
    this.#agent = agent
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path)
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.send('POST', path, body)
  }

  /** The answer of a call that must succeed. @throws Error with what was answered instead */
  async demand(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.send(method, path, body)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }

  /** @param body sent as JSON; bytes as a file */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const isFile = body instanceof Uint8Array
    const sent = body === undefined ? undefined : isFile ? body : JSON.stringify(body)
    const headers = {
      'x-request-id': this.#ids.uuid(),
      'x-forwarded-for': this.#address,
      'user-agent': this.#agent,
      ...(this.#cookies.size === 0
        ? {}
        : { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(sent === undefined
        ? {}
        : {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
            'content-length': Buffer.byteLength(sent),
          }),
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(new URL(path, this.#origin), { agent, method, headers }, resolve)
        .once('error', reject)
        .end(sent)
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) this.#keep(cookie)
    const said = await text(answer)
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true
    return { status: answer.statusCode ?? 0, body: isJson && said !== '' ? JSON.parse(said) : said }
  }

  /** Takes a cookie along, as if the product had set it. */
  keep(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  #keep(cookie: string): void {
    const pair = cookie.split(';', 1)[0] ?? ''
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    if (value === '' || /max-age=0(;|$)/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

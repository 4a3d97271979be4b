/** What one turn of the event loop begins: so many requests, */
const perTurn = 4
/** and no more once they have taken so many milliseconds. */
const turnMs = 0.3
/** Milliseconds without a new connection after which `turnMs` alone is the limit of what is begun at once. */
const calmAfter = 100
/** Milliseconds for which connections that are still to be accepted may hold up addresses that have much waiting. */
const longestWait = 10
/** An address with more pieces of work waiting gives way to those with fewer. */
const few = 16

/** A connection of an address is read at the latest after so many of its requests. */
const readAfter = 16

interface Work {
  /** In requests. */
  cost: number
  begin: () => void
}

/** What waits for one address: requests go before connections that are still to be read, each with many more perhaps. */
class Waiting {
  readonly #requests: Work[] = []
  readonly #reads: Work[] = []
  #sinceRead = 0

  get length(): number {
    return this.#requests.length + this.#reads.length
  }

  push(work: Work): void {
    if (work.cost > 1) this.#reads.push(work)
    else this.#requests.push(work)
  }

  shift(): Work | undefined {
    this.#sinceRead += 1
    if (this.#requests.length > 0 && (this.#reads.length === 0 || this.#sinceRead <= readAfter))
      return this.#requests.shift()
    this.#sinceRead = 0
    return this.#reads.shift()
  }
}

/**
 * Spreads work over the turns of the event loop, one piece of each address in turn. Node accepts one connection in a
 * turn, and first come is first accepted: whoever connects behind a hundred others waits for a hundred turns. So turns
 * are short, unless nobody has connected for a while and nothing waits. An address that has much waiting begins one piece a turn beside the others, and nothing while
 * connections come in, for up to `longestWait`.
 */
export class Turns {
  readonly #now: () => number
  #spent = 0
  #until = 0
  #accepting = false
  /** When connections were last accepted, as far as a turn has seen. */
  #lastAccepted: number
  #calm = false
  /** When an address with much waiting last began something. */
  #lastHeavy = 0
  #heavyMay = true
  #heavyBegun = false
  #scheduled = false
  /** What has to wait for a later turn, by address. */
  readonly #light = new Map<string, Waiting>()
  /** The same of addresses that had more than a few waiting, until nothing of theirs waits. */
  readonly #heavy = new Map<string, Waiting>()

  /** @param now milliseconds that only grow */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#lastAccepted = now()
  }

  /** A connection has been accepted in this turn. */
  accepted(): void {
    if (!this.#accepting && this.#heavy.size === 0) this.#lastHeavy = this.#now()
    this.#accepting = true
    this.#schedule()
  }

  /** Begins the work now, or in a later turn. @param cost how many requests it is worth; more than one for reading a connection */
  add(address: string, cost: number, begin: () => void): void {
    if (!this.#accepting && !this.#waits && this.#hasRoom) {
      this.#spent += cost
      this.#schedule()
      begin()
      return
    }
    const due = this.#heavy.get(address) ?? this.#light.get(address) ?? new Waiting()
    due.push({ cost, begin })
    if (due.length === 1) this.#light.set(address, due)
    else if (due.length > few && this.#light.delete(address)) this.#heavy.set(address, due)
    this.#schedule()
  }

  /** Whether this turn may begin one more at once. */
  get #hasRoom(): boolean {
    if (!this.#calm) return this.#spent < perTurn
    const now = this.#now()
    if (this.#spent === 0) this.#until = now + turnMs
    return now < this.#until
  }

  get #waits(): boolean {
    return this.#light.size > 0 || this.#heavy.size > 0
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#scheduled = false
    this.#spent = 0
    const now = this.#now()
    this.#until = now + turnMs
    if (this.#accepting) this.#lastAccepted = now
    this.#calm = now - this.#lastAccepted >= calmAfter
    this.#heavyMay = !this.#accepting || now - this.#lastHeavy >= longestWait
    this.#heavyBegun = false
    this.#accepting = false
    this.#goOn()
    if (this.#waits) this.#schedule()
  }

  /** Begins one piece after the other while this turn lasts, each once what the one before it did at once is over. */
  readonly #goOn = (): void => {
    const over = this.#spent >= perTurn || (this.#spent > 0 && this.#now() > this.#until)
    if (this.#light.size > 0 && !over) {
      this.#beginOne(this.#light)
    } else if (this.#heavy.size > 0 && this.#heavyMay && !(over && this.#heavyBegun)) {
      this.#heavyBegun = true
      this.#lastHeavy = this.#now()
      this.#beginOne(this.#heavy)
    } else return
    // Behind every promise that is settled by now: most of an answer is made in those.
    queueMicrotask(() => process.nextTick(this.#goOn))
  }

  /** Begins one piece of the next address, which has its next turn behind all others. */
  #beginOne(addresses: Map<string, Waiting>): void {
    const [[address, due] = ['', new Waiting()]] = addresses
    addresses.delete(address)
    const work = due.shift()
    if (due.length > 0) addresses.set(address, due)
    this.#spent += work?.cost ?? 0
    work?.begin()
  }
}

/** Requests that one turn of the event loop begins at most, while connections are being accepted. */
const perTurn = 4
/** Milliseconds after which a turn begins no further request. */
const turnMs = 0.3
/** Milliseconds without a new connection after which only `turnMs` limits a turn. */
const calmAfter = 100
/** Milliseconds for which newly accepted connections may delay the addresses in `#heavy`. */
const longestWait = 10
/** An address with more pieces of work than this waiting gives way to the others. */
const few = 16

/** A waiting connection of an address is read at the latest after this many of its requests. */
const readAfter = 16

interface Work {
  /** In requests. */
  cost: number
  begin: () => void
}

/** The waiting work of one address. Requests go before connections that are still to be read, which may bring many more. */
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
 * Spreads work over the turns of the event loop, one piece of each address after the other. Node accepts one connection
 * per turn, in the order of arrival: a client behind a hundred others waits for a hundred turns. So turns are short,
 * unless no connection came for a while and nothing waits. An address with more than `few` pieces waiting begins one piece
 * per turn after the others, and none while connections are accepted, for up to `longestWait`.
 */
export class Turns {
  readonly #now: () => number
  #spent = 0
  #until = 0
  #accepting = false
  /** The time of the last turn in which connections were accepted. */
  #lastAccepted: number
  #calm = false
  /** The time at which work of `#heavy` last began. */
  #lastHeavy = 0
  #heavyMay = true
  #heavyBegun = false
  #scheduled = false
  /** Work that waits for a later turn, by address. */
  readonly #light = new Map<string, Waiting>()
  /** The same for addresses that had more than `few` pieces waiting, until none of theirs waits. */
  readonly #heavy = new Map<string, Waiting>()

  /** @param now monotonic milliseconds */
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

  /** Begins the work now or in a later turn. @param cost in requests; more than one for reading a connection */
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

  /** Whether this turn may begin another piece immediately. */
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
    this.#beginNext()
    if (this.#waits) this.#schedule()
  }

  /** Begins one piece after the other while this turn lasts, each after the synchronous part of the one before. */
  readonly #beginNext = (): void => {
    const over = this.#spent >= perTurn || (this.#spent > 0 && this.#now() > this.#until)
    if (this.#light.size > 0 && !over) {
      this.#beginOne(this.#light)
    } else if (this.#heavy.size > 0 && this.#heavyMay && !(over && this.#heavyBegun)) {
      this.#heavyBegun = true
      this.#lastHeavy = this.#now()
      this.#beginOne(this.#heavy)
    } else return
    // After all promises that are settled by now: most of an answer is made in their callbacks.
    queueMicrotask(() => process.nextTick(this.#beginNext))
  }

  /** Begins one piece of the next address and moves that address behind all others. */
  #beginOne(addresses: Map<string, Waiting>): void {
    const [[address, due] = ['', new Waiting()]] = addresses
    addresses.delete(address)
    const work = due.shift()
    if (due.length > 0) addresses.set(address, due)
    this.#spent += work?.cost ?? 0
    work?.begin()
  }
}

import type { JobRequest } from '../jobs/job-definition.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { Turns } from '../kernel/turns.ts'
import { type AppendItem, type EventLog, VersionClash, type Write } from './event-log.ts'

/** What happened to one stream, as its module defines it. */
export interface StreamEvent {
  type: string
  data: object
}

/** The streams of one kind: how they are named, and how the state of one follows from its events. */
export interface StreamKind<State, Event extends StreamEvent> {
  /** The beginning of their names; the id follows. */
  prefix: string
  /** The state before the first event. */
  empty: (id: string) => State
  /** The state after one more event. Total and silent. @param at when the event occurred */
  evolve: (state: State, event: Event, at: Date) => State
}

/** A decision about a stream: its events are not stored yet. */
export interface Decision<State, Event> {
  before: State
  after: State
  /** At least one. */
  news: readonly Event[]
  /** The version after the append. */
  version: number
  now: Date
}

/** What is stored with the events of a decision. */
export interface Effects {
  metadata: AppendItem['metadata']
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
  /** The id of the event at its source, for an event that a stream has once. Without it, each call of `change` has its own ids. */
  once?: string
}

/** A stream after a change. */
export interface Changed<State> {
  state: State
  version: number
  /** Whether events were stored: not for a repeat, nor when nothing was decided. */
  isNew: boolean
  /** Of the events that were decided. */
  positions: readonly number[]
}

/** How often a decision is made again because another change was faster. */
const maxTries = 50

/** The one way to change a stream: load it, decide, append with the rows and jobs that follow, and again after a concurrent change. */
export class Streams {
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #turns = new Turns()

  constructor(log: EventLog, clock: Clock, ids: Ids) {
    this.#log = log
    this.#clock = clock
    this.#ids = ids
  }

  /** The state of a stream, and its version; 0 for one without events. */
  async load<State, Event extends StreamEvent>(
    kind: StreamKind<State, Event>,
    id: string,
  ): Promise<{ state: State; version: number }> {
    const facts = await this.#log.factsOf(`${kind.prefix}${id}`)
    return { state: foldOf(kind, id, facts), version: facts.at(-1)?.version ?? 0 }
  }

  /**
   * Appends the events of `decide`, if there are any. Changes of one stream take turns within the process: `decide` and
   * `effects` must not change the same stream.
   * @param effects what commits with the events
   * @param again whether to decide again after this error of the append; always so after a concurrent change of the stream
   * @throws the errors of `decide`, and the last one of the append
   */
  change<State, Event extends StreamEvent>(
    kind: StreamKind<State, Event>,
    id: string,
    decide: (state: State, now: Date) => readonly Event[] | Promise<readonly Event[]>,
    effects: (decision: Decision<State, Event>) => Effects | Promise<Effects>,
    again: (error: unknown) => boolean = () => false,
  ): Promise<Changed<State>> {
    return this.#turns.of(`${kind.prefix}${id}`, () => this.#change(kind, id, decide, effects, again))
  }

  async #change<State, Event extends StreamEvent>(
    kind: StreamKind<State, Event>,
    id: string,
    decide: (state: State, now: Date) => readonly Event[] | Promise<readonly Event[]>,
    effects: (decision: Decision<State, Event>) => Effects | Promise<Effects>,
    again: (error: unknown) => boolean,
  ): Promise<Changed<State>> {
    // The log recognizes a repeated append by the ids of its events before it compares versions, so each call needs its own.
    let call: string | undefined
    for (let tries = 1; ; tries += 1) {
      const { state: before, version } = await this.load(kind, id)
      const now = this.#clock.now()
      const news = await decide(before, now)
      if (news.length === 0) return { state: before, version, isNew: false, positions: [] }
      const after = news.reduce((state, event) => kind.evolve(state, event, now), before)
      const decision = { before, after, news, version: version + news.length, now }
      const { metadata, writes = [], jobs = [], once } = await effects(decision)
      if (once !== undefined && news.length > 1) throw new RangeError('Only one event has an id of its own')
      if (once === undefined) call ??= this.#ids.uuid()
      try {
        const appended = await this.#log.append({
          stream: `${kind.prefix}${id}`,
          expectedVersion: version,
          events: news.map(({ type, data }, at) => ({
            type,
            schemaVersion: 1,
            data: { ...data },
            source: 'app',
            sourceId: once ?? `change:${call}:${at}`,
            occurredAt: now,
          })),
          metadata,
          writes,
          jobs,
        })
        const { positions, duplicate } = appended
        return { state: after, version: appended.version, isNew: !duplicate, positions }
      } catch (error) {
        const isRetried = error instanceof VersionClash || again(error)
        if (!isRetried || tries >= maxTries) throw error
      }
    }
  }
}

/** The state that follows from the events of a stream. */
export function foldOf<State, Event extends StreamEvent>(
  { empty, evolve }: StreamKind<State, Event>,
  id: string,
  facts: Iterable<StreamEvent & { occurredAt: Date }>,
): State {
  let state = empty(id)
  for (const { type, data, occurredAt } of facts) state = evolve(state, { type, data } as Event, occurredAt)
  return state
}

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { given } from '../../support/given.ts'
import { event, item, openLog, openTestLog, row } from './test-log.ts'

const long = process.env.LONG === '1'
const seconds = long ? 60 : 5
const writers = 32
const test = given(openTestLog, 'close')

/** Reads on from the last number it has seen, every millisecond, as a projection would. */
class CatchUpReaders {
  readonly seen: number[] = []
  #more: (after: number) => Promise<number[]>
  #last = 0

  constructor(more: (after: number) => Promise<number[]>) {
    this.#more = more
  }

  async follow(isOver: () => boolean): Promise<void> {
    for (let over = false; ; ) {
      const found = await this.#more(this.#last)
      this.seen.push(...found)
      this.#last = found.at(-1) ?? this.#last
      if (found.length > 0) continue
      // One more look after the writers have stopped: what they committed last is there now.
      if (over) return
      over = isOver()
      await sleep(1)
    }
  }
}

/** The usual table with a sequence, written under the same load: commits in another order than it numbers. */
async function writeNaively(writer: number, stored: number[]): Promise<void> {
  const client = await test.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(
      'insert into test_naive (writer) values ($1) returning id',
      [writer],
    )
    await sleep(Math.random() * 5)
    if (Math.random() < 0.1) {
      await client.query('rollback')
    } else {
      await client.query('commit')
      stored.push(Number(rows[0]!.id))
    }
  } finally {
    client.release()
  }
}

describe(`E-1: ${writers} writers for ${seconds} seconds with random rollbacks`, () => {
  it('given two processes and a reader that polls every millisecond, then the reader of positions misses nothing, and the reader of a sequence does', {
    timeout: (seconds + 60) * 1_000,
  }, async () => {
    const logs = [test.log, openLog(test.database.url)]
    const stored: number[] = []
    const naive: number[] = []
    let running = writers
    const end = Date.now() + seconds * 1_000
    const write = async (writer: number): Promise<void> => {
      let version = 0
      for (let n = 0; Date.now() < end; n++) {
        const fails = Math.random() < 0.1
        const appended = await logs[writer % 2]!.append(
          item(`writer-${writer}`, version, [event(`${writer}-${n}`)], {
            writes: [row(`${writer}-${n}`, fails ? -1 : 1)],
          }),
        ).catch((error: Error) => {
          if (!fails) throw error
        })
        if (appended) {
          version = appended.version
          stored.push(...appended.positions)
        }
        await writeNaively(writer, naive)
      }
    }
    const positions = new CatchUpReaders(async (after) =>
      (await test.log.readFrom(after, 500)).map(({ position }) => position),
    )
    const ids = new CatchUpReaders(async (after) =>
      (
        await test.pool.query<{ id: string }>(
          'select id from test_naive where id > $1 order by id limit 500',
          [after],
        )
      ).rows.map(({ id }) => Number(id)),
    )

    await Promise.all([
      ...Array.from({ length: writers }, (_, writer) => write(writer).finally(() => running--)),
      positions.follow(() => running === 0),
      ids.follow(() => running === 0),
    ])
    await logs[1]!.close()

    const missedBySequence = naive.length - ids.seen.length
    console.log(
      `E-1: ${stored.length} events, ${stored.length - positions.seen.length} missed by position; ` +
        `${naive.length} rows, ${missedBySequence} missed by sequence (${((100 * missedBySequence) / naive.length).toFixed(1)} %)`,
    )
    expect(stored.length).toBeGreaterThan(writers)
    expect(positions.seen).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1))
    expect([...stored].sort((a, b) => a - b)).toEqual(positions.seen)
    expect(missedBySequence).toBeGreaterThan(0)
    expect(await test.log.verify()).toMatchObject({ ok: true, events: stored.length })
  })
})

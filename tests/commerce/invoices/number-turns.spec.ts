import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberTurns } from '../../../src/modules/commerce/invoices/invoice-numbers.ts'

const now = () => new Date('2026-11-25T12:00:00Z')

/** A table of numbers, and turns that read it: as much of a shop as numbers need. */
function numbering() {
  const stored: number[] = []
  const made: number[] = []
  const turns = new NumberTurns(async () => ({
    invoice: stored.length + 1,
    'credit-note': 1,
    'debit-note': 1,
  }))
  const store = (number: number): void => {
    if (stored.includes(number)) throw new Error(`${number} is taken`)
    stored.push(number)
  }
  return {
    stored,
    made,
    /** Another process stores the next number. */
    elsewhere: () => store(stored.length + 1),
    /** @param storing runs before the number is stored; throws where it is not */
    take: (storing: (number: number) => unknown = () => undefined, making: () => unknown = () => undefined) =>
      turns.take(
        now,
        () => null,
        async (next) => {
          const number = next.invoice++
          made.push(number)
          await making()
          return number
        },
        async (number) => {
          await storing(number)
          store(number)
          return number
        },
      ),
  }
}

test('given one that is not stored, then the next one gets its number', async () => {
  const { take, made, stored } = numbering()
  await take()
  const lost = take(() => Promise.reject(new Error('The buyer was changed')))
  const others = [take(), take(), take()]
  await expect(lost).rejects.toThrow('The buyer was changed')
  expect(await Promise.all(others)).toEqual([2, 3, 4])
  expect(stored).toEqual([1, 2, 3, 4])
  expect(made).toEqual([1, 2, 2, 3, 4])
})

test('given documents that cannot be made, then their error is their own', async () => {
  const { take } = numbering()
  await expect(take(undefined, () => Promise.reject(new Error('No font')))).rejects.toThrow('No font')
  await expect(take()).resolves.toBe(1)
})

test('given a year that begins while documents wait, then they have numbers of the new year', async () => {
  const years: Record<number, number> = { 2026: 7, 2027: 0 }
  let at = new Date('2026-12-31T23:59:59Z')
  const turns = new NumberTurns(async (year) => {
    return { invoice: (years[year ?? 0] ?? 0) + 1, 'credit-note': 1, 'debit-note': 1 }
  })
  const take = (wait = 0) =>
    turns.take(
      () => at,
      (moment) => moment.getUTCFullYear(),
      async (next) => next.invoice++,
      async (number, moment) => {
        await pause(wait)
        years[moment.getUTCFullYear()] = number
        return `${moment.getUTCFullYear()}-${number}`
      },
    )
  expect(await take()).toBe('2026-8')
  const both = [take(5), take()]
  await pause(1)
  at = new Date('2027-01-01T00:00:00Z')
  expect(await Promise.all(both)).toEqual(['2026-9', '2027-1'])
  expect(await take()).toBe('2027-2')
})

test('given what a caller remembers, then its documents are made and stored within that', async () => {
  const caller = new AsyncLocalStorage<string>()
  const { take } = numbering()
  const seen: (string | undefined)[] = []
  const look = (): void => void seen.push(caller.getStore())
  await caller.run('a', () => take(look, look))
  await Promise.all(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => caller.run(name, () => take(look, look))))
  expect(seen.toSorted().join('')).toBe('aabbccddeeffgg')
})

test('given any order of arrivals, failures and numbers of another process, then no number is missing and none is there twice', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          what: fc.constantFrom('take', 'take', 'take', 'fail', 'elsewhere', 'wait'),
          making: fc.nat(3),
          storing: fc.nat(3),
        }),
        { maxLength: 40 },
      ),
      async (steps) => {
        const { take, elsewhere, stored } = numbering()
        const turns = async (count: number): Promise<void> => {
          for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        }
        const running: Promise<unknown>[] = []
        for (const { what, making, storing } of steps) {
          if (what === 'wait') await turns(making + storing)
          else if (what === 'elsewhere') elsewhere()
          else {
            const work = async (): Promise<void> => {
              await turns(storing)
              if (what === 'fail') throw new Error('not stored')
            }
            running.push(take(work, () => turns(making)).catch(() => undefined))
          }
        }
        await Promise.all(running)
        expect(stored).toEqual(stored.map((_, index) => index + 1))
      },
    ),
    { numRuns: 300 },
  ))

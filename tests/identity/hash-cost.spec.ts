import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { HashThreads } from '../../src/modules/identity/accounts/hash-threads.ts'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'

/** Threads that report what they were asked to check. */
class WatchedThreads extends HashThreads {
  readonly stored: string[] = []

  override verify(stored: string, password: string): Promise<boolean> {
    this.stored.push(stored)
    return super.verify(stored, password)
  }
}

test('given no account, then a dummy is verified that has the cost and the size of a real hash (A-8)', async () => {
  const hashing = new WatchedThreads(2)
  const passwords = new Passwords({ hashing })
  const stored = await passwords.hash('Correct1horse')
  expect(await passwords.verify(stored, 'Correct1horse')).toBe(true)
  hashing.stored.length = 0
  for (const secret of ['', 'Wrong1password', 'x'.repeat(200)]) {
    expect(await passwords.verify(stored, secret)).toBe(false)
    expect(await passwords.verify(null, secret)).toBe(false)
  }
  expect(hashing.stored).toHaveLength(6)
  const [real, dummy] = hashing.stored.map((each) => each.split('$'))
  // $argon2id$v=19$m=19456,t=2,p=1$salt$digest: equal but for salt and digest, and those equally long.
  expect(real?.slice(0, 4)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
  expect(dummy?.slice(0, 4)).toEqual(real?.slice(0, 4))
  expect(dummy?.map(({ length }) => length)).toEqual(real?.map(({ length }) => length))
})

test('given any number of callers, then no more hashes run at a time than allowed, and all are answered (A-12)', async () => {
  const before = await modestThreads()
  const passwords = new Passwords({ concurrency: 2, queue: 50 })
  const all = Array.from({ length: 12 }, (_, n) =>
    n % 2 === 0 ? passwords.verify(null, 'x') : passwords.hash('Some1password').then(() => false),
  )
  expect(await Promise.all(all)).toEqual(Array.from({ length: 12 }, () => false))
  if (process.platform !== 'linux') return
  const now = await modestThreads()
  expect(now - before).toBe(2)
})

test('given a machine too busy for threads that give way, then a hash is computed all the same (A-11)', async () => {
  const thread = new URL('./starved-thread.ts', import.meta.url)
  const starved = new HashThreads(1, { waitMs: 50, thread })
  const stored = await starved.hash('Correct1horse')
  expect(await new HashThreads(1).verify(stored, 'Correct1horse')).toBe(true)
  expect(await starved.verify(stored, 'Correct1horse')).toBe(true)
  expect(await starved.verify(stored, 'Wrong1password')).toBe(false)
})

/** Threads of this process that give way to others, as hashing does where the system counts it per thread. */
async function modestThreads(): Promise<number> {
  if (process.platform !== 'linux') return 0
  const stats = await Promise.all(
    (await readdir('/proc/self/task')).map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')),
  )
  // Field 19 of proc(5); the name in brackets may hold spaces.
  const fields = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  return fields.filter((each) => each[16] === '10').length
}

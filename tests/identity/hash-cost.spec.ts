import { beforeEach, expect, test, vi } from 'vitest'

const hashing = vi.hoisted(() => ({ stored: [] as string[], now: 0, most: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    hashing.most = Math.max(hashing.most, ++hashing.now)
    return work.finally(() => hashing.now--)
  }
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => counted(real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => {
      hashing.stored.push(String(given[0]))
      return counted(real.verify(...given))
    },
  }
})
const { Passwords } = await import('../../src/modules/identity/passwords.ts')

beforeEach(() => {
  hashing.stored.length = 0
  hashing.most = 0
})

test('given no account, then a dummy is verified that has the cost and the size of a real hash (A-8)', async () => {
  const passwords = new Passwords()
  const stored = await passwords.hash('Correct1horse')
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
  const passwords = new Passwords({ concurrency: 2, queue: 50 })
  const all = Array.from({ length: 12 }, (_, n) =>
    n % 2 === 0 ? passwords.verify(null, 'x') : passwords.hash('Some1password').then(() => false),
  )
  expect(await Promise.all(all)).toEqual(Array.from({ length: 12 }, () => false))
  expect(hashing.most).toBe(2)
})

import { expect, test } from 'vitest'
import { KnownPasswords } from '../../apps/world/known-passwords.ts'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'

/** Says each call that it gets, and fails the first one. */
function counted(): { passwords: Passwords; calls: string[] } {
  const calls: string[] = []
  const told = async (call: string): Promise<string> => {
    calls.push(call)
    if (calls.length === 1) throw new Error('No thread')
    return call
  }
  const hashing = {
    hash: (password: string) => told(`hash ${password}`),
    verify: async (stored: string, password: string) =>
      (await told(`verify ${stored} ${password}`)) === `verify hash ${password} ${password}`,
  }
  return { passwords: new Passwords({ hashing, concurrency: 1 }), calls }
}

test('given known passwords, then two sites compute each hash and each check once, and a failure is tried again', async () => {
  const known = new KnownPasswords()
  const [first, second] = [counted(), counted()]
  known.replace(first.passwords)
  known.replace(second.passwords)
  await expect(first.passwords.hash('a')).rejects.toThrow('No thread')
  expect([await first.passwords.hash('a'), await second.passwords.hash('a')]).toEqual(['hash a', 'hash a'])
  const check = (stored: string | null, password: string) => first.passwords.verify(stored, password)
  for (let time = 0; time < 2; time += 1)
    expect([
      await check('hash a', 'a'),
      await check('hash a', 'b'),
      await check('hash b', 'a'),
      await check(null, 'a'),
    ]).toEqual([true, false, false, false])
  expect(first.calls).toHaveLength(6)
  expect(second.calls).toEqual([])
})

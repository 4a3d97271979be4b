import type { Passwords } from '../../src/modules/identity/accounts/passwords.ts'

/**
 * Hashes each password once, and checks it once against each hash: everybody in a world has the same password, and a hash
 * is meant to take long. So all accounts with one password have one hash here, which no other site may do.
 */
export class KnownPasswords {
  readonly #hashes = new Map<string, Promise<string>>()
  readonly #answers = new Map<string, Promise<boolean>>()

  /** These hash and check by what is known here. */
  replace(passwords: Passwords): void {
    const hash = passwords.hash.bind(passwords)
    const verify = passwords.verify.bind(passwords)
    passwords.hash = (password) => once(this.#hashes, password, () => hash(password))
    passwords.verify = (stored, password, caller) =>
      once(this.#answers, JSON.stringify([stored, password]), () => verify(stored, password, caller))
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = work()
  known.set(key, made)
  // A failure is nothing to know.
  made.catch(() => known.delete(key))
  return made
}

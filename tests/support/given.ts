import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** How it ends, where it can: what belongs to another thing ends with that one. */
type Ending = 'stop' | 'close'

/**
 * What all tests of the calling file or block use: made before the first of them, and ended after the last. Hooks and calls
 * that come later in the file find it made, and are over before it ends.
 */
export const given = <T extends object>(make: () => T | Promise<T>, ending?: Ending): T =>
  madeIn(beforeAll, afterAll, make, ending)

/** As `given`, but a new one for each test. */
export const givenEach = <T extends object>(make: () => T | Promise<T>, ending?: Ending): T =>
  madeIn(beforeEach, afterEach, make, ending)

function madeIn<T extends object>(
  before: (hook: () => Promise<void>) => void,
  after: (hook: () => unknown) => void,
  make: () => T | Promise<T>,
  ending: Ending = 'stop',
): T {
  let made: (T & { [key in Ending]?: () => unknown }) | undefined
  before(async () => {
    made = await make()
  })
  after(() => made?.[ending]?.())
  return new Proxy({} as T, {
    get: (_, name) => {
      if (made === undefined) throw new Error(`${String(name)} is asked for before the first hook has run`)
      const value: unknown = Reflect.get(made, name)
      // A method may need the private fields of its own object, which this one has not.
      return typeof value === 'function' ? value.bind(made) : value
    },
  })
}

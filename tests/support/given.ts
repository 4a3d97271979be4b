import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of the calling file or block use: made before the first of them, and stopped after the last where it can
 * be. Hooks and calls that come later in the file find it made, and end before it stops.
 */
export function given<T extends object>(make: () => T | Promise<T>): T {
  let made: (T & { stop?: () => unknown }) | undefined
  beforeAll(async () => {
    made = await make()
  })
  afterAll(() => made?.stop?.())
  return new Proxy({} as T, {
    get: (_, name) => {
      if (made === undefined) throw new Error(`${String(name)} is asked for before the first hook has run`)
      const value: unknown = Reflect.get(made, name)
      // A method may need the private fields of its own object, which this one has not.
      return typeof value === 'function' ? value.bind(made) : value
    },
  })
}

/** Whose data is meant. The address is what leads and mails are found by; the id is what orders carry. */
export interface Person {
  userId: string
  email: string
}

/**
 * What one part of the site keeps about people. Every module that stores something personal binds one; the
 * identity module asks all of them when a person exports or erases their data.
 */
export abstract class PersonalData {
  /** The key under which the part appears in the export: `orders`, `leads`. */
  abstract readonly name: string
  /** Everything kept about the person, as plain JSON. */
  abstract export(person: Person): Promise<unknown>
  /** Removes or empties it. Repeatable: after a crash it is called again for the same person. */
  abstract erase(person: Person): Promise<void>
}

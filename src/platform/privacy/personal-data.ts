/** The person whose data is asked for. Leads and mails are found by the address; orders have the id. */
export interface Person {
  userId: string
  email: string
}

/**
 * The personal data that one part of the site stores. Every module that stores any binds one; the
 * identity module asks all of them when a person exports or erases their data.
 */
export abstract class PersonalData {
  /** The key under which the part appears in the export: `orders`, `leads`. */
  abstract readonly name: string
  /** Everything stored about the person, as plain JSON. */
  abstract export(person: Person): Promise<unknown>
  /** Deletes or empties the data. Repeatable: after a crash it is called again for the same person. */
  abstract erase(person: Person): Promise<void>
}

/** Something that starts after the house is composed and migrated, and stops before the database closes. */
export abstract class Lifecycle {
  abstract start(): Promise<void>
  abstract stop(): Promise<void>
}

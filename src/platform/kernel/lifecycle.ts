/** A part of the product that runs from the start of the site to its stop. Each step is optional. */
export abstract class Lifecycle {
  /** Called when the database is migrated. */
  async start(): Promise<void> {}
  /** Called before the database is closed. */
  async stop(): Promise<void> {}
}

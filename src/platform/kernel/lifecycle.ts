/** A part of the product that has jobs, or that runs from the start of the site to its stop. Each step is optional. */
export abstract class Lifecycle {
  /** Registers queues with their handlers. Called when everything is composed, before the database is looked at. */
  registerJobs(): void {}
  /** Called when the database is migrated. */
  async start(): Promise<void> {}
  /** Called before the database is closed. */
  async stop(): Promise<void> {}
}

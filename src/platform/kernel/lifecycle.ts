/** A part of the product that runs from the start of the site to its stop. Each step is optional. */
export abstract class Lifecycle {
  /**
   * Called after the database is migrated.
   * @param stepped true when nothing runs by a timer: the code that composed the product runs each step
   */
  async start(_stepped: boolean): Promise<void> {}
  /** Called before the database is closed. */
  async stop(): Promise<void> {}
}

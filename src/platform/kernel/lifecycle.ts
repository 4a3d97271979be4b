/** A part of the product that runs from the start of the site to its stop. Each step is optional. */
export abstract class Lifecycle {
  /**
   * Called when the database is migrated.
   * @param stepped nothing runs by a timer: whoever composed the product says when something is done
   */
  async start(_stepped: boolean): Promise<void> {}
  /** Called before the database is closed. */
  async stop(): Promise<void> {}
}

/** The connection broke while statements were under way: whether they took effect is unknown. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause })
    this.name = 'ConnectionLost'
  }
}

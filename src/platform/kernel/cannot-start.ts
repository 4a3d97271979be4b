/** What keeps the product from starting, in one line that says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** A reason why the product cannot start, in one line that says how to mend it. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

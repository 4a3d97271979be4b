/** The rule of an input for a reason. */
export const reasonRules = {
  validate: (text: string) => text.trim().length >= 3 || 'Reason: enter at least three characters.',
}

/** The help of a text that goes into the log. */
export const keptPermanently = 'It is kept permanently, so it must not name anyone.'

/** The ordinal of a repeated group of fields, by its index from 0. */
export const ordinals = ['First', 'Second', 'Third', 'Fourth']

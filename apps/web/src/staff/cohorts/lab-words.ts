/** By place from 0, for what a form has several of. */
export const ordinals = ['First', 'Second', 'Third', 'Fourth']

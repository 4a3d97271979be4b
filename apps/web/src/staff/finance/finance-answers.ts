/**
 * The answers that a change in the finance area may alter: its own, and those of the bank transfers, whose keys begin with
 * the name of the area.
 */
export const financeAnswers = ['/api/finance', 'finance'] as const

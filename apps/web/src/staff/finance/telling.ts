import type { Tone } from '../../ui/surface.tsx'
import { moneyOfMinor } from '../parts/amounts.ts'

/** How one event is told: a sentence for the timeline, two words for the film strip. */
export interface Telling {
  sentence: string
  short: string
  tone: Tone
}

/** By type of event, from its data as it is stored. */
export type Tellings = Record<string, (data: Record<string, unknown>) => Telling>

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const amountOf = ({ amount, currency }: Record<string, unknown>): string =>
  typeof amount === 'number' && typeof currency === 'string' ? moneyOfMinor(amount, currency) : 'An amount'

/** Codes as words: `insufficient_funds` becomes "insufficient funds". */
export const plain = (code: string): string => code.replaceAll(/[_-]/g, ' ')

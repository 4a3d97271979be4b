import type { Tone } from '../../ui/surface.tsx'
import { moneyOfMinor } from '../parts/amounts.ts'

/** The text of one event: a sentence for the timeline, about two words for the version slider. */
export interface EventText {
  sentence: string
  short: string
  tone: Tone
}

/** By type of event, from its data as it is stored. */
export type EventTexts<Type extends string = string> = Readonly<
  Record<Type, (data: Record<string, unknown>) => EventText>
>

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const amountOf = ({ amount, currency }: Record<string, unknown>): string =>
  typeof amount === 'number' && typeof currency === 'string' ? moneyOfMinor(amount, currency) : 'An amount'

/** Codes as words: `insufficient_funds` becomes "insufficient funds". */
export const plain = (code: string): string => code.replaceAll(/[_-]/g, ' ')

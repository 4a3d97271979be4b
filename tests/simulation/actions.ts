import { Draw } from '../../apps/world/draw.ts'

/** One event of a history, as data. A history is a list of actions, and every shorter list is a history, too. */
export interface Action {
  /** Minutes after the history began. */
  minute: number
  kind: Kind
  /** The index of the buyer or order, from 0, modulo their number. */
  which: number
  /** The payment method, or the kind of fault. */
  how: string
  /** The part of the money, in tenths. */
  share: number
  /** The process of the site that gets the action: 0, or 1 where the history has two. */
  process: number
  /** The process that gets the other action of `meanwhile`; it may be the same one. */
  other: number
}

const kinds = {
  buy: 30,
  'pay again': 6,
  'pays a second time': 4,
  refund: 14,
  dispute: 3,
  note: 3,
  'webhooks lost': 8,
  'webhooks twice': 6,
  'webhooks late': 6,
  'webhooks out of order': 5,
  'never announced': 5,
  'provider fails': 8,
  'answer lost': 8,
  'provider well': 14,
  'process dies': 4,
  'dies in an append': 6,
  'database away': 4,
  'mail away': 3,
  'clock jumps': 4,
  meanwhile: 30,
  'company orders': 10,
  'transfer arrives': 16,
  'seat is given': 14,
  'seats are refunded': 6,
}
type Kind = keyof typeof kinds
/** An action that is under way, the place where it is held, and a concurrent action on the same order. */
export const meanwhile = {
  first: ['comes back', 'refund', 'note', 'reconciler'],
  at: ['answer', 'read', 'before append', 'after append'],
  second: ['webhook', 'comes back', 'refund', 'note', 'reconciler', 'refund at the provider'],
} as const
const methods = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_usBankAccount_success',
  'pm_usBankAccount_insufficientFunds',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
  'pm_card_createDispute',
  'none',
]

/** The actions of `days` days of the history of `seed`. */
export function actionsOf(seed: number, days: number): Action[] {
  const draw = new Draw(`simulation ${seed}`)
  const processes = draw.whole(1, 2)
  return Array.from({ length: days * 8 }, () => {
    const kind = draw.weighted(kinds)
    const process = draw.whole(0, processes - 1)
    return {
      minute: draw.whole(0, days * 1_440 - 1),
      kind,
      which: draw.whole(0, 20),
      how: howOf(kind, draw),
      share: draw.whole(1, 10),
      process,
      // Usually in the other process, where there is one: more can go wrong between two processes than within one.
      other: processes === 2 && draw.chance(0.8) ? 1 - process : process,
    }
  }).sort((a, b) => a.minute - b.minute)
}

function howOf(kind: Kind, draw: Draw): string {
  if (kind === 'provider fails') return draw.pick(['429', '500', 'cut'])
  if (kind !== 'meanwhile') return draw.pick(methods)
  return Object.values(meanwhile)
    .map((choices: readonly string[]) => draw.pick(choices))
    .join(', ')
}

export const lineOf = ({ minute, kind, which, how, share, process }: Action): string =>
  `day ${Math.floor(minute / 1_440)} ${String(Math.floor((minute % 1_440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}  ${kind} (${which}, ${how}, ${share})${process > 0 ? ' at the second process' : ''}`

/**
 * The shortest list that still fails, by delta debugging: smaller and smaller parts are removed as long as the rest fails.
 * @param fails called up to some hundred times
 */
export async function shortest<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items
  for (let parts = 2; kept.length > 1; ) {
    const size = Math.ceil(kept.length / parts)
    let smaller: readonly T[] | undefined
    for (let from = 0; from < kept.length && smaller === undefined; from += size) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)]
      if (await fails(rest)) smaller = rest
    }
    if (smaller !== undefined) {
      kept = smaller
      parts = Math.max(parts - 1, 2)
    } else if (size === 1) return kept
    else parts = Math.min(parts * 2, kept.length)
  }
  return kept
}

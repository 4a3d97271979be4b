import { Draw } from '../../apps/world/draw.ts'

/** One thing that happens, as data: a history is a list of them, and a shorter list is a history, too. */
export interface Action {
  /** Minutes after the history began. */
  minute: number
  kind: Kind
  /** Which buyer or order it is about: counted from 0, taken modulo those that there are. */
  which: number
  /** The payment method, or what the trouble is. */
  how: string
  /** Of the money, in tenths. */
  share: number
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
}
type Kind = keyof typeof kinds
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

/** What happens in `days` days of the history of `seed`. */
export function actionsOf(seed: number, days: number): Action[] {
  const draw = new Draw(`simulation ${seed}`)
  return Array.from({ length: days * 8 }, () => {
    const kind = draw.weighted(kinds)
    return {
      minute: draw.whole(0, days * 1_440 - 1),
      kind,
      which: draw.whole(0, 20),
      how: kind === 'provider fails' ? draw.pick(['429', '500', 'cut']) : draw.pick(methods),
      share: draw.whole(1, 10),
    }
  }).sort((a, b) => a.minute - b.minute)
}

export const lineOf = ({ minute, kind, which, how, share }: Action): string =>
  `day ${Math.floor(minute / 1_440)} ${String(Math.floor((minute % 1_440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}  ${kind} (${which}, ${how}, ${share})`

/**
 * The shortest list that still fails, by delta debugging: ever smaller parts are left out as long as what is left fails.
 * @param fails may be asked some hundred times
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

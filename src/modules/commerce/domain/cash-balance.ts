/**
 * A movement of a customer's cash balance at Stripe, as Stripe lists it. Stripe does not say which transfer a payment took its
 * money from: `allocate` does, the same way for the same list.
 */
export interface CashTransaction {
  id: string
  /** Stripe's word, such as `funded`, `applied_to_payment`, `funding_reversed`. */
  type: string
  /** What the balance gained, in minor units; negative when it lost. */
  amount: number
  currency: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** Of `applied_to_payment` and `unapplied_from_payment`. */
  intentId: string | null
  /** Who sent it and what they wrote, of `funded`. */
  sender: { name: string | null; account: string | null; remittance: string }
}

/** What a transaction means for the ledger: amounts are minor units, `funding` is the transaction that brought the money. */
export type CashMovement =
  | { kind: 'observe'; funding: CashTransaction }
  | {
      kind: 'apply'
      funding: string
      /** Distinguishes it from every other use of the same money. */
      useId: string
      intentId: string
      amount: number
      currency: string
      at: string
    }
  | { kind: 'withdraw'; funding: string; useId: string; intentId: string; reason: string; at: string }
  | { kind: 'return'; funding: string; returnId: string; amount: number; reason: string; movedAt: string }

interface Use {
  useId: string
  intentId: string
  amount: number
}
interface Money {
  id: string
  currency: string
  amount: number
  unassigned: number
  uses: Use[]
}

const unapplied = 'The payment gave it back'
/** Why money left the cash balance without a payment, by Stripe's word. */
const leaving: Record<string, string> = {
  funding_reversed: 'The bank took it back',
  return_initiated: 'Sent back from the cash balance',
  transferred_to_balance: 'Moved to the balance of the Stripe account',
  applied_elsewhere: 'Taken at Stripe by a payment of another product',
}

/**
 * The same list for the ledger: money that a payment of another product takes has left the balance, and money that such a payment
 * returns is new money. Such a payment is made by hand at Stripe, on a customer of ours.
 */
export function withoutPaymentsElsewhere(
  transactions: readonly CashTransaction[],
  isOurs: (intentId: string) => boolean,
): CashTransaction[] {
  return transactions.map((one) => {
    if (one.intentId === null || isOurs(one.intentId)) return one
    return { ...one, intentId: null, type: one.amount > 0 ? 'given_back_elsewhere' : 'applied_elsewhere' }
  })
}

/**
 * What a cash balance's transactions, oldest first, mean for the ledger: a function of the list alone, and a longer list only adds to
 * what a shorter one says. Payments take the oldest money first; what goes back is the newest, or that of exactly the amount.
 */
export function allocate(transactions: readonly CashTransaction[]): CashMovement[] {
  const held: Money[] = []
  return transactions.flatMap((one) => {
    if (one.type === 'adjusted_for_overdraft') return []
    if (one.type === 'unapplied_from_payment') return unapply(held, one)
    if (one.amount > 0) {
      const { id, currency, amount } = one
      held.push({ id, currency, amount, unassigned: amount, uses: [] })
      return [{ kind: 'observe', funding: one } as const]
    }
    return one.type === 'applied_to_payment' ? apply(held, one) : leave(held, one)
  })
}

function apply(held: readonly Money[], { id, amount, currency, intentId, createdAt }: CashTransaction) {
  let left = -amount
  const moved: CashMovement[] = []
  for (const money of held) {
    const taken = money.currency === currency ? Math.min(left, money.unassigned) : 0
    if (taken === 0) continue
    left -= taken
    moved.push(use(money, id, intentId ?? '', taken, createdAt))
  }
  return moved
}

function use(money: Money, useId: string, intentId: string, amount: number, at: string): CashMovement {
  money.unassigned -= amount
  money.uses.push({ useId, intentId, amount })
  return { kind: 'apply', funding: money.id, useId, intentId, amount, currency: money.currency, at }
}

/** The whole use is returned; the part that was not asked back is used again. */
function release(
  money: Money,
  one: Use,
  wanted: number,
  by: CashTransaction,
  reason: string,
): CashMovement[] {
  const { useId, intentId, amount } = one
  money.uses = money.uses.filter((each) => each !== one)
  money.unassigned += amount
  const back: CashMovement = {
    kind: 'withdraw',
    funding: money.id,
    useId,
    intentId,
    reason,
    at: by.createdAt,
  }
  return amount > wanted
    ? [back, use(money, `${by.id}-rest`, intentId, amount - wanted, by.createdAt)]
    : [back]
}

function unapply(held: readonly Money[], by: CashTransaction): CashMovement[] {
  let left = by.amount
  const moved: CashMovement[] = []
  for (const money of [...held].reverse())
    for (const one of [...money.uses].reverse()) {
      if (left === 0 || one.intentId !== by.intentId || money.currency !== by.currency) continue
      const wanted = Math.min(left, one.amount)
      left -= wanted
      moved.push(...release(money, one, wanted, by, unapplied))
    }
  return moved
}

function leave(held: readonly Money[], by: CashTransaction): CashMovement[] {
  const reason = leaving[by.type] ?? 'Left the cash balance at Stripe'
  const own = held.filter(({ currency }) => currency === by.currency).reverse()
  const moved: CashMovement[] = []
  let left = -by.amount
  const back = (money: Money): void => {
    const amount = Math.min(left, money.unassigned)
    if (amount === 0) return
    money.unassigned -= amount
    left -= amount
    const returnId = `${by.id}.${moved.length}`
    moved.push({ kind: 'return', funding: money.id, returnId, amount, reason, movedAt: by.createdAt })
  }
  const exact = own.find(({ unassigned }) => unassigned === left)
  for (const money of exact === undefined ? own : [exact]) back(money)
  // The balance had less: Stripe took the rest of what payments had brought, which are open again.
  const likely = [...own.filter(({ amount }) => amount === left), ...own]
  for (const money of likely) {
    for (const one of [...money.uses].reverse())
      if (left > money.unassigned)
        moved.push(...release(money, one, Math.min(left - money.unassigned, one.amount), by, reason))
    back(money)
  }
  return moved
}

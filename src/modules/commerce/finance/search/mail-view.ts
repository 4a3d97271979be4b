import type { LedgerMail } from '../../orders/mail-ledger.ts'

/** A mail as JSON. */
export function mailView({ owedAt, dueAt, doneAt, ...mail }: LedgerMail) {
  return {
    ...mail,
    owedAt: owedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }
}

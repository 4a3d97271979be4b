import type { LedgerMail } from '../../orders/mail-ledger.ts'

/** As JSON tells a mail. */
export function mailView({ owedAt, dueAt, doneAt, ...mail }: LedgerMail) {
  return {
    ...mail,
    owedAt: owedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }
}

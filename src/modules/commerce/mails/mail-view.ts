import type { LedgerMail } from './mail-ledger.ts'

/** As JSON tells a mail. */
export function mailView({ owedAt, dueAt, doneAt, ...mail }: LedgerMail) {
  return {
    ...mail,
    owedAt: owedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }
}

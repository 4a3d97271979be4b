/** Under `admin`, so that signing out clears all of them. */
export const financeKeys = {
  orders: ['admin', 'finance', 'orders'] as const,
  events: (id: string) => ['admin', 'finance', 'events', id] as const,
  state: (id: string, version: number) => ['admin', 'finance', 'state', id, version] as const,
  reconciliation: ['admin', 'finance', 'reconciliation'] as const,
  inbox: ['admin', 'finance', 'inbox'] as const,
  integrity: ['admin', 'finance', 'integrity'] as const,
  integrityProgress: ['admin', 'finance', 'integrity-progress'] as const,
  documents: ['admin', 'finance', 'documents'] as const,
  books: ['admin', 'finance', 'books'] as const,
  heads: ['admin', 'finance', 'heads'] as const,
  mails: ['admin', 'finance', 'mails'] as const,
  allEvidence: ['admin', 'finance', 'evidence'] as const,
  evidence: (id: string) => ['admin', 'finance', 'evidence', id] as const,
}

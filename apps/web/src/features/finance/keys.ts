/** Under `admin`, so that signing out forgets all of it. */
export const financeKeys = {
  orders: ['admin', 'finance', 'orders'] as const,
  events: (id: string) => ['admin', 'finance', 'events', id] as const,
  state: (id: string, version: number) => ['admin', 'finance', 'state', id, version] as const,
  reconciliation: ['admin', 'finance', 'reconciliation'] as const,
  inbox: ['admin', 'finance', 'inbox'] as const,
  integrity: ['admin', 'finance', 'integrity'] as const,
  remembered: (what: string) => ['admin', 'finance', 'remembered', what] as const,
}

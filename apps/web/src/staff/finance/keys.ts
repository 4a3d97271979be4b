/** Under `admin`, so that signing out clears all of them. */
export const financeKeys = {
  events: (id: string) => ['admin', 'finance', 'events', id] as const,
}

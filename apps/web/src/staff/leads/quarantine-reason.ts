import type { Lead } from './inbox-view.ts'

/** Why a lead is in quarantine. */
export const reasonOf = ({ quarantineReason }: Pick<Lead, 'quarantineReason'>): string =>
  quarantineReason ?? 'Moved here by a member of staff.'

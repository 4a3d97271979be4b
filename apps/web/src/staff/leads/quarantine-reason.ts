import type { Lead } from './leads-api.ts'

/** Why a lead is in quarantine. */
export const reasonOf = ({ quarantineReason }: Pick<Lead, 'quarantineReason'>): string =>
  quarantineReason ?? 'Moved here by a member of staff.'

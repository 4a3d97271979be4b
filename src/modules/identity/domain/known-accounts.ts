/** Selects the ids of all accounts, as text, for a statement of a check in one snapshot. An erased account is not among them. */
export const knownAccounts = 'select id::text as id from identity_customer'

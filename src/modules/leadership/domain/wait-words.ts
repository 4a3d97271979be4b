/** Under what words somebody leaves an address for the wait list: shown beside the button, and kept with the address. */
export const waitConsent = 'We use this to tell you of a place in this cohort, and for nothing else.'

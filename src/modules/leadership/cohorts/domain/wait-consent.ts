/** The consent text of the wait list: shown beside the button and stored with the address. */
export const waitConsent = 'We use this to tell you of a place in this cohort, and for nothing else.'

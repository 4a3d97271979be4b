/** Neighbours ask nothing of leads yet. */
export {}

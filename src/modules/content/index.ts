/** Neighbours read no content: pages are the browser's business. The door exists for the day one asks. */
export {}

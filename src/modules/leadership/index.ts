/** Neighbours ask nothing of the calculator yet; the door exists so that they would know where to knock. */
export {}

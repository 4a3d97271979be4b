/** Milliseconds that a job waits in a burst, and between its looks at whether it is over. */
const patience = { most: 200, look: 20 }

/**
 * Resolves when a job may begin: at once, or when a burst of requests is over, at the latest after a fifth of a second. A
 * burst delays what may wait, and a site that is always busy still gets its mails out.
 *
 * @param burst whether many requests are coming in
 * @returns whether it is calm by then
 */
export async function yieldToRequests(burst: () => boolean): Promise<boolean> {
  for (let waited = 0; burst() && waited < patience.most; waited += patience.look)
    await new Promise((resolve) => setTimeout(resolve, patience.look))
  return !burst()
}

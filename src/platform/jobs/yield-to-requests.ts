/** Milliseconds: the longest wait of a job in a burst, and the time between two checks whether the burst is over. */
const patience = { most: 200, look: 20 }

/**
 * Resolves when a job may begin: at once, or when a burst of requests is over, at the latest after 200 ms. So a
 * burst delays jobs, and a site that is always busy still sends its mails.
 *
 * @param burst whether many requests are coming in
 * @returns whether the burst is over
 */
export async function yieldToRequests(burst: () => boolean): Promise<boolean> {
  for (let waited = 0; burst() && waited < patience.most; waited += patience.look)
    await new Promise((resolve) => setTimeout(resolve, patience.look))
  return !burst()
}

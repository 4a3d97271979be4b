/** Milliseconds that a job waits in a rush, and between its looks at whether it is over. */
const patience = { most: 200, look: 20 }

/**
 * Resolves when a job may begin: at once, or when a rush of requests is over, at the latest after a fifth of a second. A
 * rush delays what may wait, and a site that is always busy still gets its mails out.
 *
 * @param rush whether many requests are coming in
 * @returns whether it is calm by then
 */
export async function giveWay(rush: () => boolean): Promise<boolean> {
  for (let waited = 0; rush() && waited < patience.most; waited += patience.look)
    await new Promise((resolve) => setTimeout(resolve, patience.look))
  return !rush()
}

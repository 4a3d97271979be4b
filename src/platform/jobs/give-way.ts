/** More requests in flight than this are a rush. */
const calm = 4
/** Milliseconds that a job waits in a rush, and between its looks at whether it is over. */
const patience = { most: 200, look: 20 }

/**
 * Resolves when few enough requests are being answered for a job to begin, at the latest after a fifth of a second: a
 * rush delays what may wait, and a site that is always busy still gets its mails out.
 *
 * @param requests how many requests are being answered now
 */
export async function giveWay(requests: () => number): Promise<void> {
  for (let waited = 0; requests() > calm && waited < patience.most; waited += patience.look)
    await new Promise((resolve) => setTimeout(resolve, patience.look))
}

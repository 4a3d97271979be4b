/**
 * What `work` comes to, or what `late` answers (or throws) where that takes longer than `ms` milliseconds. Only the waiting
 * ends: the work goes on, and how it ends then is nobody's any more. The limit keeps no process alive.
 */
export async function inTime<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref()
  })
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

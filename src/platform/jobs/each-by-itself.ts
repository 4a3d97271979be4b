/**
 * Runs `work` for each item, one after the other; an item that fails leaves the others done.
 * @throws AggregateError with every failure, after the last item
 */
export async function eachByItself<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the items failed`)
}

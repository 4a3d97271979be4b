/** The result of one check: the part, its state, and the remedy. */
export interface Finding {
  part: string
  /** `weak`: it works, but will not for long, or not as it should. */
  state: 'good' | 'weak' | 'broken'
  found: string
  remedy?: string
}

export const good = (part: string, found: string): Finding => ({ part, state: 'good', found })
export const weak = (part: string, found: string, remedy: string): Finding => ({
  part,
  state: 'weak',
  found,
  remedy,
})
export const broken = (part: string, found: string, remedy: string): Finding => ({
  part,
  state: 'broken',
  found,
  remedy,
})

/**
 * Runs a check and returns its finding. An error becomes a finding, so that the other checks are still made.
 * @param remedy the remedy when the check throws
 */
export async function checked(
  part: string,
  remedy: string,
  check: () => Promise<Finding | readonly Finding[]>,
): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const text = message || code || String(error)
    return [broken(part, text.trim().replace(/\s+/g, ' '), remedy)]
  }
}

/** What was looked at, how it is, and what to do about it. */
export interface Finding {
  part: string
  /** `weak`: it works, and will not for long or not as it should. */
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
 * What a check finds. One that fails is a finding itself, so that the others are still made.
 * @param remedy what to do when it fails
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

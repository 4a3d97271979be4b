/** The three answers of the questionnaire, by option id. */
export interface CertificationProfile {
  currentLevel: string
  primaryGoal: string
  certificationType: string
}

/** Reads answers from anywhere; null unless all three are option ids. */
export function readProfile(value: unknown): CertificationProfile | null {
  if (value === null || typeof value !== 'object') return null
  const { currentLevel, primaryGoal, certificationType } = value as Record<string, unknown>
  if (!isOption(currentLevel) || !isOption(primaryGoal) || !isOption(certificationType)) return null
  return { currentLevel, primaryGoal, certificationType }
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,59}$/.test(value)
}

/** The three answers of the questionnaire, by option id. */
export interface CertificationProfile {
  currentLevel: string
  primaryGoal: string
  certificationType: string
}

export const PROFILE_KEY = 'certification_profile'
export const STEP_KEY = 'certification_step'

const QUESTIONS = ['currentLevel', 'primaryGoal', 'certificationType'] as const

/** Reads the stored answers; null unless all three are there. */
export function readProfile(text: string | null | undefined): CertificationProfile | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (value === null || typeof value !== 'object') return null
    const entries = QUESTIONS.map((question) => [question, value[question]] as const)
    if (entries.some(([, answer]) => typeof answer !== 'string' || !/^[\w-]{1,60}$/.test(answer))) return null
    return Object.fromEntries(entries) as unknown as CertificationProfile
  } catch {
    return null
  }
}

/** A step of the purchase from stored text; 1 to 4, and 1 for anything else. */
export function readStep(text: string | null | undefined): 1 | 2 | 3 | 4 {
  return text === '2' ? 2 : text === '3' ? 3 : text === '4' ? 4 : 1
}

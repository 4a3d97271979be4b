import { useEffect, useState } from 'react'
import { keys, session } from '../../lib/storage.ts'

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

/** The answers that this tab keeps, by question id; empty until it is known, and when there are none. */
export function useStoredProfile(): Readonly<Record<string, string>> {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => setAnswers({ ...readProfile(session.json(keys.certificationProfile)) }), [])
  return answers
}

/** The step of the tracker that this visitor left out: the questionnaire, while it has no answers. */
export function useSkippedSteps(): readonly number[] {
  return Object.keys(useStoredProfile()).length === 0 ? [1] : []
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,59}$/.test(value)
}

import { useEffect, useState } from 'react'
import { keys, session } from '../../lib/storage.ts'

/** The three answers of the questionnaire, by option id. */
export interface CertificationProfile {
  currentLevel: string
  primaryGoal: string
  certificationType: string
}

/** Parses answers from storage; null unless all three are option ids. */
export function readProfile(value: unknown): CertificationProfile | null {
  if (value === null || typeof value !== 'object') return null
  const { currentLevel, primaryGoal, certificationType } = value as Record<string, unknown>
  if (!isOption(currentLevel) || !isOption(primaryGoal) || !isOption(certificationType)) return null
  return { currentLevel, primaryGoal, certificationType }
}

/** The answers from storage that are option ids, by question id: some or all of them. */
export function answersFrom(value: unknown): Record<string, string> {
  if (value === null || typeof value !== 'object') return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => isOption(entry[1])),
  )
}

/** The answers that this tab stores, by question id; empty before hydration, and without answers. */
export function useStoredProfile(): Readonly<Record<string, string>> {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => setAnswers({ ...readProfile(session.json(keys.certificationProfile)) }), [])
  return answers
}

/** The skipped steps of the tracker: the questionnaire, if it has no answers. */
export function useSkippedSteps(): readonly number[] {
  return Object.keys(useStoredProfile()).length === 0 ? [1] : []
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,59}$/.test(value)
}

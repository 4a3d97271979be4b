import type { AwardedCredential } from '#modules/leadership/credentials/contract.ts'
import { Badge, type Tone } from '../../ui/surface.tsx'

const states: Record<AwardedCredential['state'], { tone: Tone; word: string }> = {
  valid: { tone: 'good', word: 'Valid' },
  expired: { tone: 'warn', word: 'Expired' },
  suspended: { tone: 'warn', word: 'Suspended' },
  withdrawn: { tone: 'bad', word: 'Withdrawn' },
  erased: { tone: 'bad', word: 'Erased' },
}

const causes = {
  refunded: 'The payment was refunded.',
  dispute: 'The payment is disputed, or the dispute was lost.',
  unpaid: 'The payment was taken back, and the order is not paid.',
  erased: 'The person was erased.',
} as const

export function StateBadge({ state }: Pick<AwardedCredential, 'state'>) {
  return <Badge tone={states[state].tone}>{states[state].word}</Badge>
}

/** Why a credential is suspended or withdrawn; '' for one that is not. */
export const causeWords = ({ cause, reason }: Pick<AwardedCredential, 'cause' | 'reason'>): string =>
  cause === null ? '' : cause === 'person' ? reason : causes[cause]

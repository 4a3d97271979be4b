import { wholeNumber } from '../../lib/format.ts'
import { type LeadChange, type LeadFields, type LeadResult, statuses } from './leads-api.ts'

const leads = (count: number): string => (count === 1 ? '1 lead' : `${wholeNumber(count)} leads`)

/** What became of a change of some leads, in sentences. */
export function changeWords(results: readonly LeadResult[], fields: LeadFields): string {
  const count = (outcome: LeadResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length
  const [changed, unchanged, gone] = [count('changed'), count('unchanged'), count('not-found')]
  const said: string[] = []
  if (results.length === 1 && changed === 1) {
    const released = results[0]?.before?.status === 'quarantined' && fields.status !== undefined
    said.push(
      released
        ? 'Released. What the sender asked for is on its way.'
        : fields.status === undefined
          ? 'Owner changed.'
          : 'Status changed.',
    )
  } else {
    const to =
      fields.status === undefined
        ? `owner: ${fields.owner ?? 'nobody'}`
        : `status: ${statuses[fields.status]}`
    if (changed > 0) said.push(`${leads(changed)} changed (${to}).`)
    if (unchanged > 0) said.push(`${leads(unchanged)} had it already.`)
  }
  if (gone > 0) said.push(`${leads(gone)} no longer there.`)
  return said.join(' ')
}

/** What became of taking a change back, in sentences. */
export function undoneWords(results: readonly LeadResult[]): string {
  const undone = results.filter(({ outcome }) => outcome === 'changed').length
  const others = results.length - undone
  const said = undone > 0 ? [`Taken back for ${leads(undone)}.`] : []
  if (others > 0) said.push(`${leads(others)} changed meanwhile: left as it is now.`)
  return said.join(' ')
}

/** The changes that take `results` back; a lead that somebody changed since stays as it is. */
export function undoOf(results: readonly LeadResult[], fields: LeadFields): LeadChange[] {
  return results.flatMap(({ id, outcome, before }): LeadChange[] =>
    outcome === 'changed' && before
      ? [
          {
            id,
            ...(fields.status !== undefined && { status: before.status }),
            ...(fields.owner !== undefined && { owner: before.owner }),
            expected: fields,
          },
        ]
      : [],
  )
}

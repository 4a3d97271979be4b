import { wholeNumber } from '../../lib/format.ts'
import { type LeadChange, type LeadFields, type LeadResult, statuses } from './leads-api.ts'

const leads = (count: number): string => (count === 1 ? '1 lead' : `${wholeNumber(count)} leads`)

/** What became of a change of some leads, in sentences. */
export function changeWords(results: readonly LeadResult[], fields: LeadFields): string {
  const count = (outcome: LeadResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length
  const [changed, unchanged, gone] = [count('changed'), count('unchanged'), count('not-found')]
  const said: string[] = []
  const released = results.filter((result) => isRelease(result, fields)).length
  if (results.length === 1 && changed === 1) {
    const owner = fields.owner === undefined ? '' : 'Owner changed.'
    if (released === 1) said.push('Released. What the sender asked for is on its way.', owner)
    else if (fields.status === undefined) said.push(owner)
    else said.push(owner === '' ? 'Status changed.' : 'Status and owner changed.')
  } else {
    const to = [
      fields.status === undefined ? [] : `status: ${statuses[fields.status]}`,
      fields.owner === undefined ? [] : `owner: ${fields.owner ?? 'nobody'}`,
    ].flat()
    if (changed > 0) said.push(`${leads(changed)} changed (${to.join(', ')}).`)
    if (released > 0) said.push(`${leads(released)} released: what the senders asked for is on its way.`)
    if (unchanged > 0) said.push(`${leads(unchanged)} had it already.`)
  }
  if (gone > 0) said.push(`${leads(gone)} no longer there.`)
  return said.filter((each) => each !== '').join(' ')
}

/** The lead was let out of quarantine. Its mails are on their way: that cannot be taken back. */
const isRelease = ({ outcome, before }: LeadResult, fields: LeadFields): boolean =>
  outcome === 'changed' && before?.status === 'quarantined' && fields.status !== undefined

/** What became of taking a change back, in sentences. */
export function undoneWords(results: readonly LeadResult[]): string {
  const undone = results.filter(({ outcome }) => outcome === 'changed').length
  const others = results.length - undone
  const said = undone > 0 ? [`Taken back for ${leads(undone)}.`] : []
  if (others > 0) said.push(`${leads(others)} changed meanwhile: left as it is now.`)
  return said.join(' ')
}

/** The changes that take `results` back, without releases; a lead that somebody changed since stays as it is. */
export function undoOf(results: readonly LeadResult[], fields: LeadFields): LeadChange[] {
  return results.flatMap((result): LeadChange[] => {
    const { id, outcome, before } = result
    return outcome === 'changed' && before && !isRelease(result, fields)
      ? [
          {
            id,
            ...(fields.status !== undefined && { status: before.status }),
            ...(fields.owner !== undefined && { owner: before.owner }),
            expected: fields,
          },
        ]
      : []
  })
}

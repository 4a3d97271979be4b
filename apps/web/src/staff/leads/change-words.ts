import { wholeNumber } from '../../lib/format.ts'
import { type LeadChange, type LeadFields, type LeadResult, statuses } from './inbox-view.ts'

const leads = (count: number): string => (count === 1 ? '1 lead' : `${wholeNumber(count)} leads`)

/** Sentences about the results of a change of leads. */
export function changeWords(results: readonly LeadResult[], fields: LeadFields): string {
  const count = (outcome: LeadResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length
  const [changed, unchanged, missing] = [count('changed'), count('unchanged'), count('not-found')]
  const sentences: string[] = []
  const released = results.filter((result) => isRelease(result, fields)).length
  if (results.length === 1 && changed === 1) {
    const owner = fields.owner === undefined ? '' : 'Owner changed.'
    if (released === 1) sentences.push('Released. The sender now receives what they requested.', owner)
    else if (fields.status === undefined) sentences.push(owner)
    else sentences.push(owner === '' ? 'Status changed.' : 'Status and owner changed.')
  } else {
    const to = [
      fields.status === undefined ? [] : `status: ${statuses[fields.status]}`,
      fields.owner === undefined ? [] : `owner: ${fields.owner ?? 'none'}`,
    ].flat()
    if (changed > 0) sentences.push(`${leads(changed)} changed (${to.join(', ')}).`)
    if (released > 0)
      sentences.push(`${leads(released)} released: the senders now receive what they requested.`)
    if (unchanged > 0) sentences.push(`${leads(unchanged)} unchanged.`)
  }
  if (missing > 0) sentences.push(`${leads(missing)} not found.`)
  return sentences.filter((each) => each !== '').join(' ')
}

/** The lead was released from quarantine. Its mails are sent, so the release cannot be undone. */
const isRelease = ({ outcome, before }: LeadResult, fields: LeadFields): boolean =>
  outcome === 'changed' && before?.status === 'quarantined' && fields.status !== undefined

/** Sentences about the results of undoing a change. */
export function undoneWords(results: readonly LeadResult[]): string {
  const undone = results.filter(({ outcome }) => outcome === 'changed').length
  const others = results.length - undone
  const sentences = undone > 0 ? [`Undone for ${leads(undone)}.`] : []
  if (others > 0) sentences.push(`${leads(others)} changed in the meantime: not undone.`)
  return sentences.join(' ')
}

/** The changes that undo `results`, without releases; a lead that was changed since is left unchanged. */
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

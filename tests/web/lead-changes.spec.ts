import { describe, expect, test } from 'vitest'
import { changeWords, undoOf } from '../../apps/web/src/staff/leads/change-words.ts'
import type { LeadResult } from '../../apps/web/src/staff/leads/inbox-view.ts'

const changed = (id: string, status: 'new' | 'quarantined', owner: string | null = null): LeadResult => ({
  id,
  outcome: 'changed',
  before: { status, owner },
})

describe('what became of a change of leads', () => {
  test('given status and owner at once, then both are named', () => {
    const fields = { status: 'closed', owner: 'ada' } as const
    expect(changeWords([changed('a', 'new')], fields)).toBe('Status and owner changed.')
    expect(changeWords([changed('a', 'new'), changed('b', 'new')], fields)).toBe(
      '2 leads changed (status: Closed, owner: ada).',
    )
    expect(changeWords([changed('a', 'new')], { owner: 'ada' })).toBe('Owner changed.')
    expect(changeWords([changed('a', 'new')], { status: 'closed' })).toBe('Status changed.')
  })

  test('given a release, whose mails are sent, then it is said and cannot be taken back', () => {
    const results = [changed('a', 'quarantined'), changed('b', 'new')]
    expect(undoOf(results, { status: 'contacted' }).map(({ id }) => id)).toEqual(['b'])
    expect(changeWords(results, { status: 'contacted' })).toBe(
      '2 leads changed (status: Contacted). 1 lead released: the senders now receive what they requested.',
    )
    expect(changeWords([changed('a', 'quarantined')], { status: 'new', owner: 'ada' })).toBe(
      'Released. The sender now receives what they requested. Owner changed.',
    )
  })

  test('given an owner for a lead in quarantine, then that can be taken back', () => {
    expect(undoOf([changed('a', 'quarantined', 'eve')], { owner: 'ada' })).toEqual([
      { id: 'a', owner: 'eve', expected: { owner: 'ada' } },
    ])
  })
})

import type { ComponentProps } from 'react'
import type { staffSearch } from '#platform/contract/search-contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useSettled } from '../../lib/settled.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Options } from '../parts/options.tsx'

interface CompanyChoiceProps {
  /** What was typed to find the company. */
  typed: string
  search: ComponentProps<typeof Field>
  choice: ComponentProps<typeof Select>
}

/** Finds the company that a private cohort is for. */
export function CompanyChoice({ typed, search, choice }: CompanyChoiceProps) {
  const q = useSettled(typed.trim())
  const { data } = useAnswer<typeof staffSearch>(
    '/api/admin/search',
    { query: { q } },
    { enabled: q.length >= 2, keep: true },
  )
  const hits = q.length < 2 ? [] : (data?.groups.find(({ group }) => group === 'companies')?.hits ?? [])
  return (
    <>
      <Field
        {...search}
        optional
        help="Only its people take part, and no page or list of others shows the date."
      />
      {q.length < 2 ? null : (
        <Select {...choice}>
          <option value="">{hits.length === 0 ? 'No company found' : 'Choose one'}</option>
          <Options of={hits.map(({ id, title, details }) => [id, [title, ...details].join(', ')])} />
        </Select>
      )}
    </>
  )
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaffMemberContext } from '../../apps/web/src/staff/frame/staff-member.ts'
import { LeadNotes } from '../../apps/web/src/staff/leads/lead-notes.tsx'

/** The notes of a lead as a viewer sees them; undefined while they load. */
function drawn(notes: object[] | undefined): string {
  const client = new QueryClient()
  const person = { data: notes && { notes }, isError: false }
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        StaffMemberContext,
        { value: { id: 'v', username: 'vera', role: 'viewer' } as never },
        createElement(LeadNotes, { id: 'a', person: person as never }),
      ),
    ),
  )
}

test('given notes that are on their way, then nothing says that there are none', () => {
  expect(drawn(undefined)).toContain('Loading the notes...')
  expect(drawn(undefined)).not.toContain('<ol')
  expect(drawn([])).toContain('No notes yet.')
})

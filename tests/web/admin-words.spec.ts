import { describe, expect, test } from 'vitest'
import { ApiFailure, failureFrom } from '../../apps/web/src/lib/call.ts'
import { routes } from '../../apps/web/src/routes.ts'
import { roles } from '../../apps/web/src/staff/accounts/roles.ts'
import { activityWords } from '../../apps/web/src/staff/audit/activity-words.ts'
import { subjectParts } from '../../apps/web/src/staff/audit/subject-words.ts'
import { absentWords } from '../../apps/web/src/staff/content/add-sections.tsx'
import { actionMessage, saveMessage } from '../../apps/web/src/staff/content/save-message.ts'
import { naming } from '../../apps/web/src/staff/draft/naming.ts'
import { mayUse } from '../../apps/web/src/staff/frame/staff-member.ts'
import { tabsOf } from '../../apps/web/src/staff/frame/tabs.ts'
import { countsBySource } from '../../apps/web/src/staff/leads/counts-by-source.ts'
import { dateTime } from '../../apps/web/src/staff/parts/moments.ts'
import { sorted } from '../../apps/web/src/staff/parts/sorted.ts'
import { duration, microseconds, statsMessage, uptime } from '../../apps/web/src/staff/performance/figures.ts'
import { siteAddress } from '../../apps/web/src/staff/preview/site-address.ts'
import { loginMessage } from '../../apps/web/src/staff/sign-in/login-form.tsx'

const offline = new ApiFailure(0, 'NETWORK', 'Failed to fetch', [], {})

describe('what the admin screen says when something fails', () => {
  test('given a failed save, then the server is quoted, else the specified words are shown (M-161)', () => {
    expect(saveMessage(failureFrom(400, { message: 'Order is wrong.', error: 'x' }))).toBe('Order is wrong.')
    expect(saveMessage(failureFrom(500, { error: 'Database is away.' }))).toBe('Database is away.')
    expect(saveMessage(failureFrom(500, {}))).toBe('Unknown server error')
    expect(saveMessage(offline)).toBe('Failed to save content')
  })

  test('given a failed sign-in, then the server is quoted, else the specified words are shown (M-148)', () => {
    expect(loginMessage(failureFrom(401, { message: 'Not you.', error: 'x' }))).toBe('Not you.')
    expect(loginMessage(failureFrom(401, {}))).toBe('Invalid credentials')
    expect(loginMessage(offline)).toBe('Login failed. Please try again.')
  })

  test('given a failed reset or publish, then the words are those of the list (M-166, M-168)', () => {
    expect(actionMessage('Reset failed', failureFrom(403, { message: 'Not here.', error: 'x' }))).toBe(
      'Reset failed: Not here.',
    )
    expect(actionMessage('Publish failed', failureFrom(500, { error: 'Away.' }))).toBe(
      'Publish failed: Away.',
    )
    expect(actionMessage('Reset failed', failureFrom(500, undefined))).toBe('Reset failed: Unknown error')
    expect(actionMessage('Publish failed', failureFrom(500, {}))).toBe('Publish failed: Unknown error')
    expect(actionMessage('Reset failed', offline)).toBe('Reset failed: Network error or server unavailable')
    expect(actionMessage('Publish failed', offline)).toBe(
      'Publish failed: Network error or server unavailable',
    )
  })

  test('given a failed look at the statistics, then its status decides the sentence (M-177)', () => {
    expect(statsMessage(failureFrom(404, {}))).toBe(
      'Performance statistics are only available in development environment',
    )
    expect(statsMessage(failureFrom(401, {}))).toBe('Authentication required. Please log in again.')
    expect(statsMessage(failureFrom(500, {}))).toBe('Failed to fetch performance statistics')
    expect(statsMessage(offline)).toBe('Failed to fetch performance statistics')
  })
})

describe('an entry of the audit log', () => {
  test('given one about a moment, then it is said as people say it', () => {
    const at = '2027-01-01T10:00:00.000Z'
    expect(subjectParts(`for ${at}`)).toEqual([{ words: `for ${dateTime(at)}` }])
    expect(subjectParts('Cohort of 2026-10-05')).toEqual([{ words: 'Cohort of Monday, October 5, 2026' }])
    expect(subjectParts('production version 5, restore point 2')).toEqual([
      { words: 'production version 5, restore point 2' },
    ])
  })

  test('given one about a lead or a cohort, then it links to the record by a short id', () => {
    const id = '08828d33-5561-434b-9a80-f2df74b05ab6'
    expect(subjectParts(`The person behind lead ${id}`)).toEqual([
      { words: 'The person behind ' },
      { words: 'lead 74B05AB6', to: `/admin/leads/${id}`, id },
    ])
    expect(subjectParts(`Cohort ${id}`)).toEqual([
      { words: 'Cohort 74B05AB6', to: `/admin/operations/cohorts/${id}`, id },
    ])
  })

  test('given a customer who signed up, then nobody gave them the account', () => {
    const accountId = '08828d33-5561-434b-9a80-f2df74b05ab6'
    const entry = { id: 1, at: '', username: null, address: null, by: null } as const
    expect(activityWords({ ...entry, account: 'customer', accountId, activity: 'account-created' })).toEqual({
      who: 'Customer 74B05AB6',
      what: 'created an account',
    })
  })
})

describe('figures and lists', () => {
  test('given times, then they carry the unit a person would choose', () => {
    expect([duration(1.204), duration(0.84), duration(0.0123), duration(0.00012)]).toEqual([
      '1.20 s',
      '840 ms',
      '12.3 ms',
      '0.12 ms',
    ])
    expect(microseconds(0.00000142)).toBe('1.4 µs')
    expect([uptime(0), uptime(61), uptime(273_700)]).toEqual(['0 s', '1 min 1 s', '3 d 4 h'])
  })

  test('given rows, then numbers are sorted by size and texts as people order them', () => {
    expect(sorted([10, 9, 100], (row) => row, true)).toEqual([100, 10, 9])
    expect(sorted(['item-10', 'item-9', 'Ärger'], (row) => row, false)).toEqual([
      'Ärger',
      'item-9',
      'item-10',
    ])
  })

  test('given counts of leads, then each source is one row and nameless ones came directly', () => {
    expect(
      countsBySource([
        { leadType: 'normal_lead', source: null, count: 2 },
        { leadType: 'pre_order_book', source: 'newsletter', count: 4 },
        { leadType: 'normal_lead', source: 'newsletter', count: 1 },
      ]),
    ).toEqual([
      { source: 'newsletter', total: 5, normal_lead: 1, whitepaper_download: 0, pre_order_book: 4 },
      { source: 'direct', total: 2, normal_lead: 2, whitepaper_download: 0, pre_order_book: 0 },
    ])
  })

  test('given a content page, then its link is the address of the site that shows it (M-187)', () => {
    const shown = routes.flatMap(({ content, path }) => (content ? [[content, path]] : []))
    expect(Object.fromEntries(shown)).toEqual({
      '/home': '/',
      '/about': '/aboutus',
      '/certification-questionnaire': '/certification',
      '/certification-program-details': '/certification/program-details',
      '/leadership-cost-calculator': '/leadership-cost-calculator',
      '/leadership-cost-results': '/leadership-cost-results',
      '/terms': '/terms',
      '/privacy': '/privacy',
    })
    for (const [content = '', path] of shown) expect(siteAddress(content)).toBe(path)
  })

  test('given a role, then it sees its own tabs and the owner every one', () => {
    expect(mayUse('owner', ['finance'])).toBe(true)
    expect(mayUse('finance', ['finance'])).toBe(true)
    expect(mayUse('viewer', ['finance'])).toBe(false)
  })
})

describe('what is said of a field', () => {
  test('given a problem, then the sentence names the field', () => {
    expect(naming('Primary', 'Must be a color such as #A8520F.')).toBe(
      'Primary must be a color such as #A8520F.',
    )
    // Whatever the words are: a reworded problem is put after its label in the same way.
    expect(naming('Page title', 'Has to have a character.')).toBe('Page title has to have a character.')
    expect(naming('Page title', undefined)).toBeUndefined()
  })
})

test('given sections that are not stored, then the editor reads that the built-in people are not shown', () => {
  expect(absentWords([{ id: 'book' }, { id: 'whitepaper' }])).toBe(
    'No content is stored for book, whitepaper, so visitors see the built-in content.',
  )
  expect(absentWords([{ id: 'book' }, { id: 'people' }])).toBe(
    'No content is stored for book, so visitors see the built-in content. No content is stored for people and companies, so visitors see no people. The added section starts with invented examples.',
  )
})

test.each(['editor', 'viewer'] as const)(
  'given the role %s, then its words name every area that it sees',
  (role) => {
    const areas = new Set(tabsOf(role, [{ route: '/home', title: 'Home' }]).map(({ area }) => area))
    for (const everybodys of ['Today', 'Operations'] as const) areas.delete(everybodys)
    for (const area of areas) expect(roles[role]).toContain(area.toLowerCase())
  },
)

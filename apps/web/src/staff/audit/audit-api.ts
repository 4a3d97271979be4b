import type { listActivity } from '#modules/identity/contract-staff-accounts.ts'
import type { readAudit } from '#platform/contract/settings-contract.ts'
import type { AddressForm } from '../../lib/address-state.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Activity = AnswerOf<typeof listActivity>['entries'][number]

/** Which entries of a log are shown; '' does not narrow it. The days are those of the reader's time zone, as the shown times are. */
export interface LogFilter {
  /** A username in the log of changes; in the log of accounts `staff`, `customer` or `staff:` and a username. */
  who: string
  what: string
  from: string
  to: string
}

export const wholeLog: LogFilter = { who: '', what: '', from: '', to: '' }

export const logFilterForm: AddressForm<LogFilter> = {
  read: (query) => ({
    who: query.get('who') ?? '',
    what: query.get('what') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  }),
  write: (filter) => ({ ...filter }),
}

/** The first moment of a day; with 1, of the day after it. */
function startOf(day: string, later = 0): string | undefined {
  const moment = new Date(`${day}T00:00:00`)
  moment.setDate(moment.getDate() + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const spanOf = ({ from, to }: LogFilter) => ({
  ...(startOf(from) !== undefined && { from: startOf(from) }),
  ...(startOf(to) !== undefined && { until: startOf(to, 1) }),
})

export const loadAudit = (filter: LogFilter, before?: number) =>
  call<typeof readAudit>('GET', '/api/audit', {
    query: {
      ...(filter.who !== '' && { by: filter.who }),
      ...(filter.what !== '' && { action: filter.what }),
      ...spanOf(filter),
      ...(before !== undefined && { before }),
    },
  })

export function loadActivity(filter: LogFilter, before?: number) {
  const [account, username] = filter.who.split(':')
  return call<typeof listActivity>('GET', '/api/admin/activity', {
    query: {
      ...((account === 'staff' || account === 'customer') && { account }),
      ...(username !== undefined && { username }),
      ...(filter.what !== '' && { activity: filter.what as Activity['activity'] }),
      ...spanOf(filter),
      ...(before !== undefined && { before }),
    },
  })
}

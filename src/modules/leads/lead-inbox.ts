import { type FilterQuery, type QueryOrderMap, raw } from '@mikro-orm/core'
import { searchedSource } from '#modules/commerce/index.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { containsPattern, wordPatterns } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { type LeadFilter, leadStatuses, type listLeads } from './contract-inbox.ts'
import { Lead, leadTables } from './lead.ts'
import { type LeadSort, leadTypes, ownedByMe, ownedByNobody } from './rules.ts'

export const pageSize = 50

/** A reader of the inbox. */
export interface InboxReader {
  /** The owner that the filter "mine" stands for. */
  username: string
  /** Whether the search covers addresses: a reader who may not see addresses must not find them by searching. */
  withContacts: boolean
}

/** Reads of the inbox: lists, counts, export. */
export class LeadInbox {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * One page of the filtered inbox with the total, the number of leads in quarantine that match the filter without its
   * status, and the number of leads of each type and source.
   * @param sort a column, with a hyphen before it for descending order; equal leads come newest first
   */
  async page(
    filter: LeadFilter,
    { sort, page }: { sort: LeadSort | `-${LeadSort}`; page: number },
    reader: InboxReader,
  ): Promise<{ leads: Lead[] } & LeadCounts> {
    const count = (counted: LeadFilter) => this.count(counted, reader)
    const [leads, counted, total, quarantined] = await Promise.all([
      this.#database.em().find(Lead, where(filter, reader), {
        orderBy: [orderOf(sort), { createdAt: 'desc' }, { id: 'asc' }],
        limit: pageSize,
        offset: (page - 1) * pageSize,
      }),
      countLeads(this.#database.sql, filter),
      isCounted(filter) ? undefined : count(filter),
      isCounted(filter) ? undefined : count({ ...filter, status: 'quarantined', quarantine: undefined }),
    ])
    return {
      leads,
      counts: counted.counts,
      total: total ?? counted.total,
      quarantined: quarantined ?? counted.quarantined,
    }
  }

  /** How many leads match the filter. */
  count(filter: LeadFilter, reader: InboxReader): Promise<number> {
    return this.#database.em().count(Lead, where(filter, reader))
  }

  /** The newest leads that a search finds, without those in quarantine. */
  async newest(search: string, limit: number, reader: InboxReader): Promise<[Lead[], number]> {
    return this.#database.em().findAndCount(Lead, where({ search, quarantine: 'without' }, reader), {
      orderBy: { createdAt: 'desc', id: 'asc' },
      limit,
    })
  }

  /** The other leads of the same address, newest first. */
  async others({ id, email }: Pick<Lead, 'id' | 'email'>): Promise<Lead[]> {
    return this.#database
      .em()
      .find(Lead, { email, id: { $ne: id } }, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 100 })
  }

  /** Every lead of the filter, oldest first, in batches, so that memory does not grow with their number. */
  async *export(filter: LeadFilter, username: string): AsyncGenerator<Lead[]> {
    let after: Pick<Lead, 'createdAt' | 'id'> | null = null
    for (;;) {
      const next: FilterQuery<Lead> =
        after === null
          ? {}
          : {
              $or: [
                { createdAt: { $gt: after.createdAt } },
                { createdAt: after.createdAt, id: { $gt: after.id } },
              ],
            }
      const batch: Lead[] = await this.#database
        .em()
        .find(
          Lead,
          { $and: [where(filter, { username, withContacts: true }), next] },
          { orderBy: { createdAt: 'asc', id: 'asc' }, limit: 500 },
        )
      yield batch
      const last = batch.at(-1)
      if (last === undefined || batch.length < 500) return
      after = last
    }
  }
}

/** Sorts by the position in `values`, not by the alphabet. */
const rank = (column: string, values: readonly string[]): string =>
  `array_position('{${values.join(',')}}'::text[], ${column})`

function orderOf(sort: LeadSort | `-${LeadSort}`): QueryOrderMap<Lead> {
  const column = sort.replace('-', '') as LeadSort
  const descending = sort.startsWith('-')
  // Never null. The order is the index's: with "nulls last" PostgreSQL would read and sort every lead for one page.
  if (column === 'received') return { createdAt: descending ? 'desc' : 'asc' }
  const keys = {
    name: () => 'lower(name)',
    company: () => 'lower(company)',
    type: () => rank('lead_type', leadTypes),
    status: () => rank('status', leadStatuses),
    owner: () => 'owner',
  }
  return { [raw(keys[column]())]: descending ? 'desc nulls last' : 'asc nulls last' }
}

const ownerOf = (owner: string, username: string): string | null =>
  owner === ownedByMe ? username : owner === ownedByNobody ? null : owner

function where(filter: LeadFilter, { username, withContacts }: InboxReader): FilterQuery<Lead> {
  const from = searchedSource(filter.search ?? '')
  const search = from === null ? filter.search?.trim() : ''
  const searched = withContacts ? `(search_form || ' ' || contact_form)` : 'search_form'
  const digits = /^[-+\d\s()./]+$/.test(search ?? '') ? (search ?? '').replace(/\D/g, '') : ''
  return {
    ...(search
      ? {
          $or: [
            {
              $and: wordPatterns(search).map((word) => ({
                [raw(`${searched} like platform_search_form(?)`, [word])]: [],
              })),
            },
            ...(withContacts && digits.length >= 3
              ? [{ [raw('contact_form')]: { $like: containsPattern(digits) } }]
              : []),
          ],
        }
      : {}),
    ...(filter.type ? { leadType: filter.type } : {}),
    $and: [
      filter.status ? { status: filter.status } : {},
      filter.quarantine === 'without' ? { status: { $ne: 'quarantined' } } : {},
    ],
    ...(filter.owner ? { owner: ownerOf(filter.owner, username) } : {}),
    ...(from && { [`${from.side}Source`]: from.source }),
    ...(filter.source ? { source: filter.source } : {}),
    ...(filter.from || filter.to
      ? {
          createdAt: {
            ...(filter.from ? { $gte: new Date(`${filter.from}T00:00:00Z`) } : {}),
            ...(filter.to ? { $lt: new Date(Date.parse(`${filter.to}T00:00:00Z`) + 86_400_000) } : {}),
          },
        }
      : {}),
  } as FilterQuery<Lead>
}

type LeadCounts = Pick<OutputOf<typeof listLeads>, 'counts' | 'total' | 'quarantined'>

/** Whether the counts of `countLeads` are right for a filter: they ignore search, owner and dates. */
const isCounted = ({ search, owner, from, to }: LeadFilter): boolean =>
  !search?.trim() && !owner && !from && !to

/** Counts leads in one pass over the index of status, type and source, grouped in its order: no hash, no sort. */
async function countLeads(sql: Sql, { type, status, source, quarantine }: LeadFilter): Promise<LeadCounts> {
  const rows = await leadTables(sql)
    .selectFrom((lead) =>
      lead
        .selectFrom('leads_lead')
        .select(({ fn }) => ['status', 'lead_type', 'source', fn.countAll<number>().as('leads')])
        .groupBy(['status', 'lead_type', 'source'])
        .as('groups'),
    )
    .select(({ fn, eb }) => {
      const leads = fn.sum<number | null>('leads')
      const matching = eb.and([
        ...(type ? [eb('lead_type', '=', type)] : []),
        ...(source ? [eb('source', '=', source)] : []),
      ])
      const inTotal = eb.and([
        matching,
        ...(status ? [eb('status', '=', status)] : []),
        ...(quarantine === 'without' ? [eb('status', '<>', 'quarantined')] : []),
      ])
      const inQuarantine = eb.and([matching, eb('status', '=', 'quarantined')])
      return [
        'lead_type as leadType',
        'source',
        leads.filterWhere('status', '<>', 'quarantined').as('count'),
        fn.sum<number | null>(leads.filterWhere(inTotal)).over().as('total'),
        fn.sum<number | null>(leads.filterWhere(inQuarantine)).over().as('quarantined'),
      ]
    })
    .groupBy(['lead_type', 'source'])
    .orderBy('count', (order) => order.desc().nullsLast())
    .limit(200)
    .execute()
  return {
    counts: rows.flatMap(({ leadType, source: leadSource, count }) =>
      count === null ? [] : [{ leadType, source: leadSource, count: Number(count) }],
    ),
    total: Number(rows[0]?.total ?? 0),
    quarantined: Number(rows[0]?.quarantined ?? 0),
  }
}

import type { FilterQuery } from '@mikro-orm/core'
import type { Database } from '#platform/database/database.ts'
import type { LeadFilter } from './contract.ts'
import { Lead, leadTables } from './lead.ts'
import { spellingsOf } from './lead-addresses.ts'
import type { LeadType } from './rules.ts'

export const pageSize = 50

/** Reads of the inbox: lists, counts, export. */
export class LeadInbox {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * One page of the filtered inbox, newest first, with the total.
   * @param byEmail whether the search looks at addresses too: whoever may not read them may not find them out either
   */
  async page(filter: LeadFilter, page: number, byEmail: boolean): Promise<{ leads: Lead[]; total: number }> {
    const [leads, total] = await this.#database.em().findAndCount(Lead, where(filter, byEmail), {
      orderBy: { createdAt: 'desc', id: 'asc' },
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return { leads, total }
  }

  /** The other leads of the same address, newest first. */
  async others({ id, email }: Pick<Lead, 'id' | 'email'>): Promise<Lead[]> {
    const spellings = await spellingsOf(this.#database.sql, email)
    return this.#database
      .em()
      .find(
        Lead,
        { email: { $in: spellings }, id: { $ne: id } },
        { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 100 },
      )
  }

  /** How many leads per type and source, quarantine left out. */
  counts(): Promise<{ leadType: LeadType; source: string | null; count: number }[]> {
    return leadTables(this.#database.sql)
      .selectFrom('leads_lead')
      .select(({ fn }) => ['lead_type as leadType', 'source', fn.countAll<number>().as('count')])
      .where('status', '<>', 'quarantined')
      .groupBy(['lead_type', 'source'])
      .orderBy('count', 'desc')
      .limit(200)
      .execute()
  }

  /** Every lead of the filter, oldest first, in batches: memory stays flat however many there are. */
  async *export(filter: LeadFilter): AsyncGenerator<Lead> {
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
          { $and: [where(filter, true), next] },
          { orderBy: { createdAt: 'asc', id: 'asc' }, limit: 500 },
        )
      yield* batch
      const last = batch.at(-1)
      if (last === undefined || batch.length < 500) return
      after = last
    }
  }
}

/** `%` and `_` typed by a person mean themselves. */
const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function where(filter: LeadFilter, byEmail: boolean): FilterQuery<Lead> {
  const search = filter.search?.trim()
  return {
    ...(search
      ? {
          $or: ['name', 'company', 'message', ...(byEmail ? ['email'] : [])].map((key) => ({
            [key]: { $ilike: like(search) },
          })),
        }
      : {}),
    ...(filter.type ? { leadType: filter.type } : {}),
    ...(filter.status ? { status: filter.status } : {}),
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

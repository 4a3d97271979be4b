import type { AuditChange } from '#platform/audit/audit-log.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { actOnHook, listDeliveries, listHooks, saveHook, sendHookAgain } from './contract.ts'
import { HookDeliveries } from './deliveries.ts'
import { hookEvents, testType } from './domain/events.ts'
import { HookCalls } from './hook-calls.ts'
import { HookSecrets } from './hook-secrets.ts'
import { hookTables } from './tables.ts'

/** In milliseconds: how long the old secret stays valid. */
const day = 86_400_000
const pageSize = 50
const mostEndpoints = 20

/** The endpoints as owners manage them. Each change is in the audit log; addresses may hold a token, so only their host is. */
export class HookEndpoints {
  static readonly needs = {
    database: Database,
    audit: AuditLog,
    clock: Clock,
    config: Config,
    ids: Ids,
    calls: HookCalls,
    secrets: HookSecrets,
    deliveries: HookDeliveries,
  }
  readonly #parts: Given<typeof HookEndpoints.needs>

  constructor(parts: Given<typeof HookEndpoints.needs>) {
    this.#parts = parts
  }

  async list(): Promise<OutputOf<typeof listHooks>> {
    const { database, clock } = this.#parts
    const endpoints = await hookTables(database.sql)
      .selectFrom('hooks_endpoint as e')
      .select(['id', 'url', 'events', 'pausedAt', 'pausedBecause', 'oldUntil'])
      .select(({ selectFrom }) =>
        (['waiting', 'failed'] as const).map((state) =>
          selectFrom('hooks_delivery')
            .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
            .whereRef('endpointId', '=', 'e.id')
            .where('state', '=', state)
            .$asScalar()
            .$notNull()
            .as(state),
        ),
      )
      .orderBy('createdAt')
      .execute()
    const now = clock.now()
    return {
      events: hookEvents.map(({ type, when }) => ({ type, when })),
      endpoints: endpoints.map(({ oldUntil, ...each }) => ({
        ...each,
        oldUntil: oldUntil !== null && oldUntil > now ? oldUntil : null,
      })),
    }
  }

  /** @returns the secret of a new endpoint @throws AppError `invalid` HOOK_ADDRESS, `conflict` TOO_MANY_HOOKS */
  async save(id: string, body: InputOf<typeof saveHook>['body'], by: string): Promise<string | null> {
    const { database, clock, secrets } = this.#parts
    await this.#assertPublic(body.url)
    const { shown, sealed } = secrets.make()
    return database.rawTransaction(async (sql) => {
      const tables = hookTables(sql)
      const before = await tables.selectFrom('hooks_endpoint').select(['id', 'url', 'events']).execute()
      const known = before.find((each) => each.id === id)
      if (known === undefined && before.length >= mostEndpoints)
        throw new AppError('conflict', 'TOO_MANY_HOOKS', `There are ${mostEndpoints} endpoints already.`)
      await tables
        .insertInto('hooks_endpoint')
        .values({ id, ...body, secret: sealed, createdAt: clock.now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(body))
        .execute()
      await this.#record(
        sql,
        by,
        known ? 'Changed a webhook endpoint' : 'Added a webhook endpoint',
        body.url,
        [{ path: 'events', before: known?.events.join(', '), after: body.events.join(', ') }],
      )
      return known ? null : shown
    })
  }

  /** @returns the new secret after `rotate` */
  async act(
    id: string,
    action: InputOf<typeof actOnHook>['body']['action'],
    by: string,
  ): Promise<string | null> {
    const { clock, secrets, deliveries, ids } = this.#parts
    const now = clock.now()
    return this.#change(id, by, `Webhook endpoint: ${action}`, async (sql, { secret }) => {
      const tables = hookTables(sql)
      const update = tables.updateTable('hooks_endpoint').where('id', '=', id)
      const waiting = tables.updateTable('hooks_delivery').where('endpointId', '=', id)
      switch (action) {
        case 'pause':
          await update.set({ pausedAt: now, pausedBecause: `${by} paused it.` }).execute()
          return null
        case 'resume':
          await update.set({ pausedAt: null, pausedBecause: null }).execute()
          await waiting.set({ waitsSince: null }).where('state', '=', 'waiting').execute()
          await deliveries.begin(sql, id)
          return null
        case 'test': {
          const event = { endpointId: id, eventId: ids.uuid(), type: testType, objectId: id, at: now }
          await tables.insertInto('hooks_delivery').values(event).execute()
          await deliveries.begin(sql, id, id)
          return null
        }
        case 'rotate': {
          const { shown, sealed } = secrets.make()
          const oldUntil = new Date(now.getTime() + day)
          await update.set({ secret: sealed, oldSecret: secret, oldUntil }).execute()
          return shown
        }
        case 'end-old-secret':
          await update.set({ oldSecret: null, oldUntil: null }).execute()
          return null
      }
    })
  }

  async delete(id: string, by: string): Promise<void> {
    await this.#change(id, by, 'Deleted a webhook endpoint', async (sql) => {
      await hookTables(sql).deleteFrom('hooks_endpoint').where('id', '=', id).execute()
    })
  }

  deliveries(id: string, before?: number): Promise<OutputOf<typeof listDeliveries>['deliveries']> {
    return hookTables(this.#parts.database.sql)
      .selectFrom('hooks_delivery')
      .select([
        'id',
        'eventId',
        'type',
        'objectId',
        'at',
        'state',
        'attempts',
        'triedAt',
        'nextTry',
        'status',
      ])
      .select('answer')
      .where('endpointId', '=', id)
      .$if(before !== undefined, (all) => all.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
  }

  /** @returns how many events are sent again */
  sendAgain(id: string, which: InputOf<typeof sendHookAgain>['body'], by: string): Promise<number> {
    return this.#change(id, by, 'Sent webhooks again', async (sql) => {
      const again = await hookTables(sql)
        .updateTable('hooks_delivery')
        .set({ state: 'waiting', attempts: 0, waitsSince: null, callingUntil: null, nextTry: null })
        .where('endpointId', '=', id)
        .$if('delivery' in which, (all) => all.where('id', '=', (which as { delivery: number }).delivery))
        .$if('since' in which, (all) => all.where('at', '>=', (which as { since: Date }).since))
        .returning('id')
        .execute()
      await this.#parts.deliveries.begin(sql, id)
      return again.length
    })
  }

  /** @throws AppError `not-found` HOOK_NOT_FOUND */
  #change<T>(
    id: string,
    by: string,
    action: string,
    work: (sql: Sql, endpoint: { secret: Buffer }) => Promise<T>,
  ): Promise<T> {
    return this.#parts.database.rawTransaction(async (sql) => {
      const found = await hookTables(sql)
        .selectFrom('hooks_endpoint')
        .select(['url', 'secret'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (found === undefined) throw new AppError('not-found', 'HOOK_NOT_FOUND', 'There is no such endpoint.')
      await this.#record(sql, by, action, found.url)
      return work(sql, found)
    })
  }

  #record(sql: Sql, by: string, action: string, url: string, changes: AuditChange[] = []): Promise<void> {
    return this.#parts.audit.record(sql, { by, action, subject: new URL(url).host, changes })
  }

  async #assertPublic(url: string): Promise<void> {
    const { protocol } = new URL(url)
    const refused = (message: string) => refusedField('HOOK_ADDRESS', 'url', message)
    if (protocol !== 'https:' && (protocol !== 'http:' || this.#parts.config.env === 'production'))
      throw refused('must start with https://.')
    await this.#parts.calls.check(url).catch(() => {
      throw refused('must lead to a host in the public network.')
    })
  }
}

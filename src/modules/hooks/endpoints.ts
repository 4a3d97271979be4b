import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { actOnHook, listDeliveries, listHooks, saveHook } from './contract.ts'
import { HookDeliveries } from './deliveries.ts'
import { testType } from './domain/events.ts'
import { HookCalls } from './hook-calls.ts'
import { HookSecrets } from './hook-secrets.ts'

/** In milliseconds: how long an old secret stays valid. */
const day = 86_400_000

/** The endpoints as owners keep them. Each change is in the audit log, with the host only: an address may hold a token. */
export class HookEndpoints {
  static readonly needs = {
    database: Database,
    audit: AuditLog,
    clock: Clock,
    config: Config,
    calls: HookCalls,
    secrets: HookSecrets,
    deliveries: HookDeliveries,
  }
  readonly #parts: Given<typeof HookEndpoints.needs>

  constructor(parts: Given<typeof HookEndpoints.needs>) {
    this.#parts = parts
  }

  list(): Promise<OutputOf<typeof listHooks>['endpoints']> {
    const count = (state: string) =>
      `(select count(*)::int from hooks_delivery where endpoint_id = e.id and state = '${state}') as ${state}`
    return this.#parts.database.sql.query(
      `select id, url, events, paused_at as "pausedAt", paused_because as "pausedBecause", ${count('waiting')},
         ${count('failed')}, case when old_until > $1 then old_until end as "oldUntil"
       from hooks_endpoint e order by created_at`,
      [this.#parts.clock.now()],
    )
  }

  /** @returns the secret of a new endpoint @throws AppError `invalid` HOOK_ADDRESS */
  async save(
    id: string,
    { url, events }: InputOf<typeof saveHook>['body'],
    by: string,
  ): Promise<string | null> {
    const { database, clock, secrets } = this.#parts
    await this.#assertPublic(url)
    const { shown, sealed } = secrets.make()
    return database.rawTransaction(async (sql) => {
      const [known] = await sql.query('select from hooks_endpoint where id = $1 for update', [id])
      await sql.query(
        `insert into hooks_endpoint (id, url, events, secret, created_at) values ($1, $2, $3, $4, $5)
         on conflict (id) do update set url = excluded.url, events = excluded.events`,
        [id, url, events, sealed, clock.now()],
      )
      await this.#record(sql, by, `${known ? 'Changed' : 'Added'} a webhook endpoint`, url)
      return known ? null : shown
    })
  }

  /** @returns the new secret after `rotate` @throws AppError `not-found` HOOK_NOT_FOUND */
  act(
    id: string,
    { action, delivery, since }: InputOf<typeof actOnHook>['body'],
    by: string,
  ): Promise<string | null> {
    const { database, clock, secrets, deliveries } = this.#parts
    const now = clock.now()
    const { shown, sealed } = secrets.make()
    const statements = {
      pause: [
        'update hooks_endpoint set paused_at = $2, paused_because = $3 where id = $1',
        now,
        `${by} paused it.`,
      ],
      resume: ['update hooks_endpoint set paused_at = null, paused_because = null where id = $1'],
      test: [
        `insert into hooks_delivery (endpoint_id, event_id, type, object_id, at)
         values ($1, gen_random_uuid(), $2, gen_random_uuid()::text, $3)`,
        ...[testType, now],
      ],
      delete: ['delete from hooks_endpoint where id = $1'],
      rotate: [
        'update hooks_endpoint set old_secret = secret, old_until = $2, secret = $3 where id = $1',
        ...[new Date(now.getTime() + day), sealed],
      ],
      'end-old-secret': ['update hooks_endpoint set old_secret = null, old_until = null where id = $1'],
      again: [
        `update hooks_delivery set state = 'waiting', attempts = 0, calling_until = null, next_try = null
         where endpoint_id = $1 and (id = $2 or at >= $3)`,
        ...[delivery, since],
      ],
    } as const
    return database.rawTransaction(async (sql) => {
      const [found] = await sql.query<{ url: string }>(
        'select url from hooks_endpoint where id = $1 for update',
        [id],
      )
      if (!found) throw new AppError('not-found', 'HOOK_NOT_FOUND', 'There is no such endpoint.')
      await this.#record(sql, by, `Webhook endpoint: ${action}`, found.url)
      const [text, ...values] = statements[action]
      await sql.query(text, [id, ...values])
      if (action === 'resume' || action === 'again') {
        // The three days begin anew.
        const restart = `update hooks_delivery set waits_since = null where endpoint_id = $1 and state = 'waiting'`
        await sql.query(restart, [id])
      }
      if (action === 'resume' || action === 'again' || action === 'test') await deliveries.begin(sql, id)
      return action === 'rotate' ? shown : null
    })
  }

  deliveries(id: string): Promise<OutputOf<typeof listDeliveries>['deliveries']> {
    return this.#parts.database.sql.query(
      `select d.id::float8 as id, event_id as "eventId", type, object_id as "objectId", at, state, attempts, status, answer,
         case when paused_at is null then next_try end as "nextTry"
       from hooks_delivery d join hooks_endpoint e on e.id = endpoint_id where e.id = $1 order by d.id desc limit 200`,
      [id],
    )
  }

  #record(sql: Sql, by: string, action: string, url: string): Promise<void> {
    return this.#parts.audit.record(sql, { by, action, subject: new URL(url).host, changes: [] })
  }

  async #assertPublic(url: string): Promise<void> {
    const allowed = this.#parts.config.env === 'production' ? ['https:'] : ['https:', 'http:']
    const refused = (message: string) => refusedField('HOOK_ADDRESS', 'url', message)
    if (!allowed.includes(new URL(url).protocol)) throw refused('must start with https://.')
    await this.#parts.calls.check(url).catch(() => {
      throw refused('must lead to a host in the public network.')
    })
  }
}

import type { Sql } from '#platform/database/sql.ts'
import { whileNothingIsAppended } from '#platform/event-log/derived-tables.ts'

const sum = (type: string): string =>
  `coalesce(sum((data->>'amount')::bigint) filter (where type = '${type}'), 0)::bigint`

const uses = `select substring(stream_id from 7)::uuid as order_id, data->>'transferId' as use_id,
    split_part(data->>'transferId', '.', 1)::uuid as transfer_id, ${sum('TransferApplied')} as applied_minor,
    ${sum('TransferWithdrawn')} as withdrawn_minor, ${sum('TransferRefunded')} as refunded_minor
  from es.events where type in ('TransferApplied', 'TransferWithdrawn', 'TransferRefunded') group by 1, 2, 3`

const returns = `select data->>'returnId' as return_id, substring(stream_id from 10)::uuid as transfer_id,
    (data->>'amount')::bigint as amount_minor, data->>'reason' as reason, coalesce((data->>'movedAt')::timestamptz, occurred_at) as returned_at
  from es.events where type = 'TransferReturned'`

const transfers = `select substring(e.stream_id from 10)::uuid as id, e.data->>'source' as source,
    e.data->>'digest' as digest, (e.data->>'amount')::bigint as amount_minor, e.data->>'currency' as currency,
    e.data->>'bookedOn' as booked_on, coalesce(u.applied, 0)::bigint as applied_minor,
    (coalesce(r.amount, 0) + coalesce(u.refunded, 0))::bigint as returned_minor, coalesce(r.beyond, 0)::bigint as beyond_minor,
    e.occurred_at as recorded_at, v.voided_at, (e.data->>'importId')::uuid as import_id
  from es.events e
  left join (select distinct on (stream_id) stream_id,
      case when type = 'TransferVoided' then occurred_at end as voided_at
    from es.events where type in ('TransferVoided', 'TransferReinstated') order by stream_id, version desc) v
    on v.stream_id = e.stream_id
  left join (select transfer_id, sum(applied_minor - withdrawn_minor - refunded_minor) as applied,
      sum(refunded_minor) as refunded from (${uses}) x group by 1) u
    on u.transfer_id = substring(e.stream_id from 10)::uuid
  left join (select substring(stream_id from 10)::uuid as transfer_id, sum((data->>'amount')::bigint) as amount,
      sum((data->>'beyond')::bigint) as beyond from es.events where type = 'TransferReturned' group by 1) r
    on r.transfer_id = substring(e.stream_id from 10)::uuid
  where e.type = 'TransferObserved'`

/** Each table of the ledger with its columns, and the rows that the log gives. */
const tables = [
  {
    name: 'commerce_transfer',
    columns:
      'id, source, digest, amount_minor, currency, booked_on, applied_minor, returned_minor, beyond_minor, recorded_at, voided_at, import_id',
    derivation: transfers,
  },
  {
    name: 'commerce_transfer_use',
    columns: 'order_id, use_id, transfer_id, applied_minor, withdrawn_minor, refunded_minor',
    derivation: uses,
  },
  {
    name: 'commerce_transfer_return',
    columns: 'return_id, transfer_id, amount_minor, reason, returned_at',
    derivation: returns,
  },
]

export interface LedgerCheck {
  /** One sentence for each row that is not what the log says. */
  faults: string[]
  /** Transfers that were looked at. */
  checked: number
}

/** Compares the ledger of bank transfers with the log, row by row, in both directions. */
export async function checkLedger(sql: Sql): Promise<LedgerCheck> {
  const faults: string[] = []
  for (const { name, columns, derivation } of tables) {
    const rows = await sql.query<{ id: string; side: string }>(
      `with derived as (${derivation}), kept as (select ${columns} from ${name})
       select distinct ${columns.split(',')[0]}::text as id, side from (
         (select ${columns}, 'kept' as side from kept except select ${columns}, 'kept' from derived) union all
         (select ${columns}, 'derived' from derived except select ${columns}, 'derived' from kept)) as differing order by 1, 2`,
      [],
    )
    for (const { id, side } of rows)
      faults.push(
        side === 'kept'
          ? `${name} has a row for ${id} that the log does not give`
          : `${name} does not have the row for ${id} that the log gives`,
      )
  }
  const [counted] = await sql.query<{ checked: number }>(
    `select count(*)::int as checked from es.events where type = 'TransferObserved'`,
    [],
  )
  return { faults, checked: counted?.checked ?? 0 }
}

/**
 * Fills the ledger again from the log where a row differs, while nothing is appended.
 * @param url the database's address as the owner's role
 * @returns how many rows differed, in either direction
 */
export function rebuildLedger(url: string): Promise<number> {
  return whileNothingIsAppended(url, async (sql) => {
    const { faults } = await checkLedger(sql)
    if (faults.length > 0)
      for (const { name, columns, derivation } of tables) {
        await sql.query(`delete from ${name}`)
        await sql.query(`insert into ${name} (${columns}) ${derivation}`)
      }
    return faults.length
  })
}

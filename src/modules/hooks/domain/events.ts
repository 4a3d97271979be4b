/** A change of a row that is an event: `if` is SQL over `old` and `new`, `id` the column with the id of the object. */
interface Source {
  table: string
  on: 'insert' | 'update' | 'delete'
  if: string
  id: string
}

const changeOf =
  (table: string, id = 'id') =>
  (on: Source['on'], condition: string): Source => ({ table, on, if: condition, id })

const [order, lead] = [changeOf('commerce_order'), changeOf('leads_lead')]
const [note, problem] = [changeOf('leads_note', 'lead_id'), changeOf('platform_problem', 'digest')]
/** The name of the stream: the object's id after the prefix of its kind. */
const logged = (type: string) => changeOf('es.events', 'stream_id')('insert', `new.type = '${type}'`)
const paid = `('completed', 'refunded')`
const alerted = (row: string) => `${row}.kind in ('error', 'slow')`

/**
 * The events that other systems can hear of: type, when it happens, and what makes it. The triggers that store an event in
 * the transaction that causes it, the choice on the staff screen and `webhooks` of the API document are made from this list.
 */
const events = {
  'order.placed': ['A person or an organization placed an order.', logged('OrderPlaced')],
  'order.paid': [
    'The whole amount of an order was received, or the order costs nothing.',
    order('insert', `new.status = 'completed'`),
    order('update', `new.status in ${paid} and old.status not in ${paid}`),
  ],
  'order.refunded': [
    'Money of an order was paid back, all of it or a part.',
    order('update', 'new.refunded_minor > old.refunded_minor'),
  ],
  'order.canceled': [
    'An order ended unpaid.',
    order('update', `new.status = 'cancelled' and old.status <> 'cancelled'`),
  ],
  'seat.claimed': ['An invited person accepted a seat of an organization.', logged('SeatClaimed')],
  'seat.moved': ['A seat was moved to another cohort.', logged('SeatMoved')],
  'credential.issued': [
    'A certificate was awarded, or issued again.',
    logged('CredentialAwarded'),
    logged('CredentialReissued'),
  ],
  'credential.revoked': ['A certificate was withdrawn.', logged('CredentialRevoked')],
  'lead.created': [
    'A lead arrived, or was released from quarantine.',
    lead('insert', `new.status <> 'quarantined'`),
    lead('update', `old.status = 'quarantined' and new.status <> 'quarantined'`),
  ],
  'lead.updated': [
    'The status or owner of a lead was changed, or a note was added.',
    lead(
      'update',
      `old.status <> 'quarantined' and (old.status, old.owner) is distinct from (new.status, new.owner)`,
    ),
    note('insert', 'true'),
  ],
  'problem.opened': [
    'An error or a slow statement was seen for the first time, or again after a day without it.',
    problem('insert', alerted('new')),
    problem('update', `${alerted('new')} and new.last_seen > old.last_seen + interval '1 day'`),
  ],
  'problem.closed': [
    'An error or a slow statement was not seen for 30 days.',
    problem('delete', alerted('old')),
  ],
} as const satisfies Record<string, readonly [when: string, ...Source[]]>

export const hookTypes = Object.keys(events) as (keyof typeof events)[]
export const hookEvents = hookTypes.map((type) => ({ type, when: events[type][0] }))

/** Sent to one endpoint at the press of a button. */
export const testType = 'endpoint.test'

const pages: Record<string, string> = {
  order: '/admin/orders/:id',
  seat: '/admin/operations/cohorts',
  credential: '/credentials/:id',
  lead: '/admin/leads/:id',
  problem: '/admin/operations/performance',
  endpoint: '/admin/operations/endpoints',
}
/** The page that shows the object, to who may see it. */
export const pageOf = (type: string, id: string): string => pages[type.split('.')[0]!]!.replace(':id', id)

/** Statements that make the trigger of each source; those of one table fire in the order of the list. */
export const hookTriggers = hookTypes
  .flatMap((type) => (events[type].slice(1) as Source[]).map((source) => ({ type, source })))
  .map(
    ({ type, source: { table, on, if: condition, id } }, at) =>
      `create trigger hooks_${String(at).padStart(2, '0')} after ${on} on ${table}
  for each row when (${condition}) execute function hooks_tell('${type}', '${id}');`,
  )
  .join('\n')

const [id, url] = [{ type: 'string' }, { type: 'string', format: 'uri' }]
const data = { type: 'object', required: ['id', 'url'], properties: { id, url } }
const timestamp = { type: 'string', format: 'date-time' }
const message = (type: string) => ({
  ...{ type: 'object', required: ['id', 'type', 'timestamp', 'data'] },
  properties: { id, type: { const: type }, timestamp, data },
})

/** The `webhooks` of the API document. */
export const hookDocument = Object.fromEntries(
  hookEvents.map(({ type, when }) => {
    const requestBody = { required: true, content: { 'application/json': { schema: message(type) } } }
    const responses = { '2XX': { description: 'Delivered. Any other answer is tried again; 410 pauses.' } }
    return [type, { post: { summary: when, requestBody, responses } }]
  }),
)

/** A change of a row that is the event. */
interface Source {
  table: string
  on: 'insert' | 'update' | 'delete'
  /** The column with the id of the object; the prefix of a stream is cut off. */
  id: string
  /** The condition in SQL, over `old` and `new`. */
  if: string
}

interface HookEvent {
  type: string
  /** One sentence for the staff screen and the API document. */
  when: string
  /** The page that shows the object, below the address of the site. */
  page: (id: string) => string
  sources: readonly Source[]
}

const logged = (...types: readonly string[]): Source[] =>
  types.map((type) => ({ table: 'es.events', on: 'insert', id: 'stream_id', if: `new.type = '${type}'` }))

const row =
  (table: string, id = 'id') =>
  (on: Source['on'], condition: string): Source => ({ table, on, id, if: condition })

const [order, lead] = [row('commerce_order'), row('leads_lead')]
const [note, problem] = [row('leads_note', 'lead_id'), row('platform_problem', 'digest')]
const alerted = `new.kind in ('error', 'slow')`

const orderPage = (id: string): string => `/admin/orders/${id}`
const seatPage = (): string => '/admin/operations/cohorts'
const credentialPage = (id: string): string => `/credentials/${id}`
const leadPage = (id: string): string => `/admin/leads/${id}`
const problemPage = (): string => '/admin/operations/performance'

/**
 * The events that other systems can hear of. From this list are made: the triggers that store an event in the transaction
 * that causes it, the choice on the staff screen, the links, and `webhooks` of the API document.
 */
export const hookEvents = [
  {
    type: 'order.placed',
    when: 'A person or an organization placed an order.',
    page: orderPage,
    sources: logged('OrderPlaced'),
  },
  {
    type: 'order.paid',
    when: 'The whole amount of an order was received, or the order costs nothing.',
    page: orderPage,
    sources: [
      order('insert', `new.status = 'completed'`),
      order(
        'update',
        `new.status in ('completed', 'refunded') and old.status not in ('completed', 'refunded')`,
      ),
    ],
  },
  {
    type: 'order.refunded',
    when: 'Money of an order was paid back, all of it or a part.',
    page: orderPage,
    sources: [order('update', 'new.refunded_minor > old.refunded_minor')],
  },
  {
    type: 'order.canceled',
    when: 'An order ended unpaid.',
    page: orderPage,
    sources: [order('update', `new.status = 'cancelled' and old.status <> 'cancelled'`)],
  },
  {
    type: 'seat.claimed',
    when: 'An invited person accepted a seat of an organization.',
    page: seatPage,
    sources: logged('SeatClaimed'),
  },
  {
    type: 'seat.moved',
    when: 'A seat was moved to another cohort.',
    page: seatPage,
    sources: logged('SeatMoved'),
  },
  {
    type: 'credential.issued',
    when: 'A certificate was awarded, or issued again.',
    page: credentialPage,
    sources: logged('CredentialAwarded', 'CredentialReissued'),
  },
  {
    type: 'credential.revoked',
    when: 'A certificate was withdrawn.',
    page: credentialPage,
    sources: logged('CredentialRevoked'),
  },
  {
    type: 'lead.created',
    when: 'A lead arrived, or was released from quarantine.',
    page: leadPage,
    sources: [
      lead('insert', `new.status <> 'quarantined'`),
      lead('update', `old.status = 'quarantined' and new.status <> 'quarantined'`),
    ],
  },
  {
    type: 'lead.updated',
    when: 'The status or owner of a lead was changed, or a note was added.',
    page: leadPage,
    sources: [
      lead(
        'update',
        `old.status <> 'quarantined' and (new.status, new.owner) is distinct from (old.status, old.owner)`,
      ),
      note('insert', 'true'),
    ],
  },
  {
    type: 'problem.opened',
    when: 'An error or a slow statement was seen for the first time, or again after a day without it.',
    page: problemPage,
    sources: [
      problem('insert', alerted),
      problem('update', `${alerted} and new.last_seen > old.last_seen + interval '1 day'`),
    ],
  },
  {
    type: 'problem.closed',
    when: 'An error or a slow statement was not seen for 30 days.',
    page: problemPage,
    sources: [problem('delete', alerted.replace('new.', 'old.'))],
  },
] as const satisfies readonly HookEvent[]

export const hookTypes = hookEvents.map(({ type }) => type)

/** Sent to one endpoint at the press of a button. */
export const testType = 'endpoint.test'

/** The link of a message: a page for people, which shows nothing to who may not see it. */
export function pageOf(type: string, id: string): string {
  return hookEvents.find((event) => event.type === type)?.page(id) ?? '/admin/operations/endpoints'
}

/** Statements that make the trigger of each source; they fire in the order of the list. */
export const hookTriggers = hookEvents
  .flatMap(({ type, sources }) => sources.map((source: Source) => ({ type, ...source })))
  .map(
    ({ type, table, on, id, if: condition }, at) =>
      `create trigger hooks_${String(at).padStart(2, '0')} after ${on} on ${table}
  for each row when (${condition}) execute function hooks_tell('${type}', '${id}');`,
  )
  .join('\n')

const text = (description: string) => ({ type: 'string', description })

/** The `webhooks` of the API document. */
export const hookDocument = Object.fromEntries(
  hookEvents.map(({ type, when }) => [
    type,
    {
      post: {
        summary: when,
        description:
          'Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id', 'type', 'timestamp', 'data'],
                properties: {
                  id: text('The same whenever the event is sent again'),
                  type: { const: type },
                  timestamp: { type: 'string', format: 'date-time' },
                  data: {
                    type: 'object',
                    required: ['id', 'url'],
                    properties: { id: text('The id of the object'), url: text('The page that shows it') },
                  },
                },
              },
            },
          },
        },
        responses: { '2XX': { description: 'Delivered; any other answer is tried again, 410 pauses' } },
      },
    },
  ]),
)

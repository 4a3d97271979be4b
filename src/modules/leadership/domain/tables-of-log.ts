/** A table, and the statement that derives these columns from the log: `DerivedTable` of the platform, which compares them. */
interface TableOfLog {
  name: string
  key: readonly string[]
  columns: readonly string[]
  derivation: string
  from?: string
}

const idOf = (prefix: string, event = 'e'): string =>
  `substring(${event}.stream_id from ${prefix.length + 1})`
const cohortId = `${idOf('cohort-')}::uuid`
const orderId = `(e.data->>'orderId')::uuid`

/** The latest `column` among the events of these types in the stream of the event `of`. */
const latest = (column: string, types: string, of = 'e'): string =>
  `(select l.${column} from es.events l where l.stream_id = ${of}.stream_id and l.type in (${types})
    order by l.version desc limit 1)`

/** The account that an order, or a seat, is for: the one that placed the order, or claimed the seat; '' for a seat that nobody has claimed. */
const people = `select ${idOf('order-')}::uuid as id, e.data->>'buyerId' as person from es.events e where e.type = 'OrderPlaced'
  union all select ${idOf('seat-')}::uuid, coalesce(${latest('data', `'SeatClaimed'`)}->>'participantId', '')
    from es.events e where e.type = 'SeatOpened'`

const cohorts: TableOfLog = {
  name: 'program_cohort',
  key: ['id'],
  columns: [
    'id',
    'organization_id',
    'starts_on',
    'time_zone',
    'schedule',
    'links',
    'weeks',
    'revision',
    'opened_at',
  ],
  derivation: `select id, organization_id, (plan->>'startsOn')::date as starts_on, plan->>'timeZone' as time_zone,
      jsonb_build_object('labs', plan->'labs', 'coachingWeeks', plan->'coachingWeeks') as schedule,
      coalesce(links, '{"join":[],"coaching":""}') as links, weeks, revision, opened_at
    from (select ${cohortId} as id, (e.data->>'organizationId')::uuid as organization_id,
        ${latest('data', `'CohortOpened', 'CohortMoved'`)} as plan,
        ${latest('data', `'LinksChanged'`)} as links, e.occurred_at as opened_at,
        coalesce(e.data->'weeks', '{}') || coalesce((select jsonb_object_agg(w.data->>'week', w.data->'content' order by w.version)
          from es.events w where w.stream_id = e.stream_id and w.type = 'WeekChanged'), '{}') as weeks,
        (select count(*)::int from es.events r where r.stream_id = e.stream_id
          and r.type in ('CohortMoved', 'LinksChanged', 'WeekChanged', 'CohortCancelled')) as revision
      from es.events e where e.type = 'CohortOpened') x`,
}

const enrollments: TableOfLog = {
  name: 'program_enrollment',
  key: ['order_id'],
  columns: ['order_id', 'buyer_id'],
  derivation: `select p.id as order_id, p.person as buyer_id from (${people}) p
    join program_enrollment n on n.order_id = p.id`,
}

const attendance: TableOfLog = {
  name: 'program_attendance',
  key: ['order_id', 'cohort_id', 'week', 'lab'],
  columns: ['order_id', 'cohort_id', 'week', 'lab', 'held_on', 'minutes'],
  derivation: `select order_id, cohort_id, week, lab, held_on, minutes from (
      select distinct on (1, 2, 3, 4) person.id::uuid as order_id, ${cohortId} as cohort_id,
        (e.data->>'week')::int as week, coalesce((e.data->>'lab')::int, 1) as lab, (e.data->>'on')::date as held_on,
        coalesce((e.data->'minutes'->>person.id)::int, 0) as minutes, person.attended
      from es.events e, lateral (
        select jsonb_array_elements_text(e.data->'attended') as id, true as attended
        union all select jsonb_array_elements_text(e.data->'withdrawn'), false) person
      where e.type = 'AttendanceRecorded' order by 1, 2, 3, 4, e.version desc, person.attended) x
    where attended`,
}

const assignments: TableOfLog = {
  name: 'program_assignment',
  key: ['order_id', 'number'],
  columns: ['order_id', 'number', 'cohort_id', 'submission_id', 'state', 'handed_in_at', 'answered_at'],
  derivation: `select distinct on (1, 2) ${orderId} as order_id, (e.data->>'assignment')::int as number,
      ${cohortId} as cohort_id, (e.data->>'submissionId')::uuid as submission_id,
      coalesce(answer.outcome, 'waiting') as state, e.occurred_at as handed_in_at, answer.at as answered_at
    from es.events e left join (
      select distinct on (1) a.data->>'submissionId' as id, a.data->>'outcome' as outcome, a.occurred_at as at
      from es.events a where a.type = 'AssignmentAnswered' order by 1, a.position desc) answer
      on answer.id = e.data->>'submissionId'
    where e.type = 'AssignmentHandedIn' order by 1, 2, e.position desc`,
}

const coaching: TableOfLog = {
  name: 'program_coaching',
  key: ['order_id', 'session'],
  columns: ['order_id', 'session', 'cohort_id', 'at', 'booked_at'],
  derivation: `select order_id, session, cohort_id, at, booked_at from (
      select distinct on (1, 2) ${orderId} as order_id, (e.data->>'session')::int as session, ${cohortId} as cohort_id,
        (e.data->>'at')::timestamptz as at, e.occurred_at as booked_at, e.position
      from es.events e where e.type = 'CoachingBooked' and e.data->>'at' is not null order by 1, 2, e.position desc) booked
    where not exists (select from es.events e where e.type = 'CoachingBooked' and e.data->>'at' is null
      and ${orderId} = booked.order_id and (e.data->>'session')::int = booked.session
      and ${cohortId} = booked.cohort_id and e.position > booked.position)`,
}

const waits: TableOfLog = {
  name: 'program_wait',
  key: ['id'],
  columns: ['id', 'cohort_id', 'joined_at'],
  derivation: `select w.id, ${cohortId} as cohort_id, e.occurred_at as joined_at
    from es.events e join program_wait w on w.id = (e.data->>'waitId')::uuid where e.type = 'WaitJoined'`,
}

/** A seat that was closed and is replaced later has ended when it was closed. */
const ended = `select min(e.occurred_at) from es.events e where e.stream_id = o.stream_id
    and (e.type = 'SeatClosed' or (e.type = 'SeatRevoked' and e.data->>'replacedBy' is not null))
    and e.version > coalesce((select max(k.version) from es.events k
      where k.stream_id = o.stream_id and k.type = 'SeatKept'), 0)`
const seats: TableOfLog = {
  name: 'program_seat',
  key: ['id'],
  columns: ['id', 'opened_at', 'claimed_at', 'ended_at'],
  derivation: `select ${idOf('seat-', 'o')}::uuid as id, o.occurred_at as opened_at,
      ${latest('occurred_at', `'SeatClaimed'`, 'o')} as claimed_at,
      (${ended}) as ended_at
    from es.events o where o.type = 'SeatOpened'`,
}

/** The log has a salted digest of the invited address. Without a row the person was erased, which cannot be seen here. */
const invitations: TableOfLog = {
  name: 'program_seat_person',
  from: `(select seat_id, encode(sha256(convert_to(salt || ':' || email, 'UTF8')), 'hex') as address_digest
    from program_seat_person) x`,
  key: ['seat_id'],
  columns: ['seat_id', 'address_digest'],
  derivation: `select distinct on (1) p.seat_id, e.data->>'addressDigest' as address_digest
    from es.events e join program_seat_person p on 'seat-' || p.seat_id = e.stream_id
    where e.type = 'SeatInvited' order by 1, e.version desc`,
}

/** What the tables of the program say and the log does too. Places, wait lists and claims are compared by `PlaceCheck`. */
export const programTablesOfLog = [
  ...[cohorts, enrollments, attendance, assignments, coaching, waits, seats, invitations],
] as const

const issued = `'CredentialAwarded', 'CredentialReissued'`

/** The published status lists are made from these rows. */
const statuses: TableOfLog = {
  name: 'program_credential_status',
  key: ['status_index'],
  columns: ['status_index', 'credential_id', 'replaced'],
  derivation: `select (e.data->>'statusIndex')::int as status_index, ${idOf('credential-')} as credential_id,
      e.version < max(e.version) over (partition by e.stream_id) as replaced
    from es.events e where e.type in (${issued})`,
}

/** The holder of an order that the log does not have is not known. */
const credentials: TableOfLog = {
  name: 'program_credential',
  key: ['id'],
  columns: ['id', 'buyer_id', 'awarded_at', 'changed_at'],
  derivation: `select ${idOf('credential-')} as id, coalesce(p.person, c.buyer_id) as buyer_id, e.occurred_at as awarded_at,
      (select l.occurred_at from es.events l where l.stream_id = e.stream_id order by l.version desc limit 1) as changed_at
    from es.events e left join (${people}) p on p.id = ${orderId}
      left join program_credential c on c.id = ${idOf('credential-')} where e.type = 'CredentialAwarded'`,
}

const signed = `e.type in (${issued}, 'CredentialRenewed')`

/** Every key that signed. The owner of the table may have marked one that never did. */
const keys: TableOfLog = {
  name: 'program_credential_key',
  from: `(select id, first_used_at from program_credential_key
    where id in (select e.data->>'keyId' from es.events e where ${signed})) x`,
  key: ['id'],
  columns: ['id', 'first_used_at'],
  derivation: `select distinct on (1) e.data->>'keyId' as id, e.occurred_at as first_used_at from es.events e
    where ${signed} order by 1, e.position`,
}

/** What the tables of credentials say and the log does too, beside what `CredentialCheck` compares. */
export const credentialTablesOfLog = [statuses, credentials, keys] as const

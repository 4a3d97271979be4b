import type { ModuleMigration } from '#platform/database/migration.ts'
import { placeFunctions } from './places.sql.ts'
import { waitFunctions } from './wait.sql.ts'

export const programMigrations: ModuleMigration[] = [
  {
    name: '20261122-l1-leadership-program',
    sql: `
create table program_cohort (
  id uuid primary key,
  status text not null check (status in ('open', 'cancelled')),
  starts_on date not null,
  time_zone text not null,
  capacity int not null check (capacity > 0),
  -- labs: the times of the weekly lab; coachingWeeks: the weeks of the coaching sessions
  schedule jsonb not null,
  opened_at timestamptz not null
);

create table program_place (
  cohort_id uuid not null references program_cohort,
  place_no int not null check (place_no > 0),
  order_id uuid unique,
  held_until timestamptz,
  taken_at timestamptz,
  primary key (cohort_id, place_no),
  check (order_id is not null or (held_until is null and taken_at is null)),
  check (held_until is null or taken_at is null)
);
create index program_place_held on program_place (held_until) where held_until is not null;

-- The cohort that an order chose. Orders from before there were cohorts, and those that chose none, have no row.
create table program_enrollment (
  order_id uuid primary key,
  buyer_id text not null,
  cohort_id uuid not null references program_cohort,
  claim text not null check (claim in ('open', 'under-way', 'paid', 'over')),
  -- of the order, when it was claimed: of two reports about one order only the later counts
  order_version int not null default 0,
  chosen_at timestamptz not null,
  unplaced_at timestamptz,
  refund_asked_at timestamptz
);
create index program_enrollment_cohort on program_enrollment (cohort_id);
create index program_enrollment_unplaced on program_enrollment (unplaced_at) where unplaced_at is not null;
${placeFunctions}`,
  },
  {
    name: '20261122-q1-leadership-participation',
    sql: `
-- links: join (of the labs, in their order), coaching, material; all of it is in the events
alter table program_cohort add column links jsonb not null default '{"join":[],"coaching":"","material":[]}',
  add column revision int not null default 0;

create table program_participation (
  order_id uuid primary key,
  calendar_round int not null default 0
);
create index program_enrollment_buyer on program_enrollment (buyer_id);`,
  },
  {
    name: '20261122-q2-leadership-records',
    sql: `
create table program_attendance (
  order_id uuid not null,
  cohort_id uuid not null,
  week int not null check (week between 1 and 12),
  primary key (order_id, cohort_id, week)
);

-- number: the week, 13 for the final account. text, link and words are in no event: they go when the person is erased
create table program_assignment (
  order_id uuid not null,
  number int not null check (number between 1 and 13),
  cohort_id uuid not null,
  submission_id uuid not null unique,
  state text not null check (state in ('waiting', 'accepted', 'returned')),
  handed_in_at timestamptz not null,
  answered_at timestamptz,
  text text,
  link text,
  words text,
  primary key (order_id, number)
);
create index program_assignment_waiting on program_assignment (handed_in_at) where state = 'waiting';

create table program_coaching (
  order_id uuid not null,
  session int not null check (session > 0),
  cohort_id uuid not null,
  at timestamptz not null,
  primary key (order_id, session)
);`,
  },
  {
    name: '20261122-r1-leadership-program-wait',
    sql: `
-- Who waits for a place of a full cohort. Personal data: the events name the id only.
create table program_wait (
  id uuid primary key,
  number bigint generated always as identity,
  cohort_id uuid not null references program_cohort,
  -- null, as mailbox and name, once the wait is over
  email text,
  -- of the address without plus tag and ignored dots: one for each person
  mailbox text,
  name text,
  -- the words under which the address was given
  consent text not null,
  standing text not null check (standing in ('waiting', 'offered', 'taken', 'expired', 'left', 'cancelled')),
  joined_at timestamptz not null,
  offered_until timestamptz,
  told_at timestamptz
);
create unique index program_wait_once on program_wait (cohort_id, mailbox) where standing in ('waiting', 'offered');
create index program_wait_next on program_wait (cohort_id, number) where standing = 'waiting';
create index program_wait_email on program_wait (email);

alter table program_place add column wait_id uuid unique,
  add constraint program_place_kept check (wait_id is null or order_id is null);
${placeFunctions}${waitFunctions}`,
  },
  {
    name: '20261122-q3-leadership-cohort-people',
    sql: `
alter table program_participation add column shows_name boolean not null default false,
  add column cohort_changed_at timestamptz;`,
  },
  {
    name: '20261123-w1-leadership-program-messages',
    sql: `
create table program_message (
  id uuid primary key,
  cohort_id uuid not null references program_cohort,
  subject text not null,
  text text not null,
  sent_by text not null,
  sent_at timestamptz not null
);
create index program_message_cohort on program_message (cohort_id, sent_at);

-- a row for each mail that is owed; what is delivered is not sent again
create table program_message_recipient (
  message_id uuid not null references program_message,
  order_id uuid not null,
  delivered_at timestamptz,
  primary key (message_id, order_id)
);

-- of two bookings of one session calendars follow the later
alter table program_coaching add column booked_at timestamptz not null default now();`,
  },
  {
    name: '20261123-x1-leadership-program-mails',
    sql: `
-- whom a mail was not sent any more: without a place in the cohort, or an account, when it was due
alter table program_message_recipient add column dropped_at timestamptz;`,
  },
  {
    name: '20261123-x2-leadership-program-first-dates',
    sql: `
create table program_first_date_told (
  order_id uuid primary key,
  told_at timestamptz not null
);`,
  },
]

import type { ModuleMigration } from '#platform/database/migration.ts'
import { placeFunctions } from './places.sql.ts'
import { seatTables } from './seats/migrations.ts'
import { seatFunctions } from './seats/seats.sql.ts'
import { waitFunctions } from './wait.sql.ts'

const tables = `
create table program_cohort (
  id uuid primary key,
  status text not null check (status in ('open', 'cancelled')),
  -- of a private cohort; null for a public one
  organization_id uuid,
  starts_on date not null,
  time_zone text not null,
  capacity int not null check (capacity > 0),
  -- labs: the times of the weekly lab; coachingWeeks: the weeks of the coaching sessions
  schedule jsonb not null,
  opened_at timestamptz not null,
  -- links: join (of the labs, in their order), coaching; weeks: the cohort's own, by number; all of it is in the events
  links jsonb not null default '{"join":[],"coaching":""}',
  weeks jsonb not null default '{}',
  -- a name, so in no event
  coach text not null default '',
  revision int not null default 0,
  -- The end of the first day in the cohort's time zone, as the application computes it.
  first_day_ends timestamptz not null
);

create table program_place (
  cohort_id uuid not null references program_cohort,
  place_no int not null check (place_no > 0),
  order_id uuid unique,
  held_until timestamptz,
  taken_at timestamptz,
  wait_id uuid unique,
  -- the peer group; it stays with a place that becomes free
  group_no int,
  primary key (cohort_id, place_no),
  check (order_id is not null or (held_until is null and taken_at is null)),
  check (held_until is null or taken_at is null),
  constraint program_place_kept check (wait_id is null or order_id is null)
);
create index program_place_held on program_place (held_until) where held_until is not null;

-- The cohort that an order chose. Orders that chose none have no row.
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
create index program_enrollment_buyer on program_enrollment (buyer_id);

create table program_participation (
  order_id uuid primary key,
  calendar_round int not null default 0,
  shows_name boolean not null default false,
  -- the version of the text to which the participant of a seat agreed; '' declined, null never asked
  report_consent text,
  cohort_changed_at timestamptz
);

create table program_attendance (
  order_id uuid not null,
  cohort_id uuid not null,
  week int not null check (week between 1 and 12),
  -- of the labs of the week, from 1; held_on is its day
  lab int not null,
  held_on date,
  minutes int not null,
  primary key (order_id, cohort_id, week, lab)
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
  -- of two bookings of one session calendars follow the later
  booked_at timestamptz not null default now(),
  primary key (order_id, session)
);

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
  -- whom a mail was not sent any more: without a place in the cohort, or an account, when it was due
  dropped_at timestamptz,
  primary key (message_id, order_id)
);

create table program_first_date_told (
  order_id uuid primary key,
  told_at timestamptz not null
);
`

export const programMigrations: ModuleMigration[] = [
  { name: '20261121-11-leadership-program', sql: `${tables}${placeFunctions}${waitFunctions}` },
  { name: '20261121-11-leadership-seats', sql: `${seatTables}${seatFunctions}` },
]

import { grantExecute } from '#platform/database/grant-execute.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { placeFunctions } from '../places.sql.ts'
import { waitFunctions } from '../wait.sql.ts'
import { seatFunctions } from './seats.sql.ts'

export const seatMigrations: ModuleMigration[] = [
  {
    name: '20261124-b1-leadership-seats',
    sql: `
-- What an organization has bought for somebody. In program_enrollment and the tables beside it the id of a seat stands where
-- that of an order does; the buyer there is '' until the seat is claimed.
create table program_seat (
  id uuid primary key,
  order_id uuid not null,
  organization_id uuid not null,
  line int not null check (line > 0),
  -- of all seats of the order, from 1; a seat that replaces a revoked one has its number
  number int not null check (number > 0),
  state text not null check (state in ('open', 'invited', 'claimed', 'revoked', 'closed')),
  round int not null default 0,
  participant_id text,
  -- the refund that will close the seat, or has
  refund_id text,
  -- how the order stands to its places, as of a version of the order
  claim text not null check (claim in ('open', 'under-way', 'paid', 'over')),
  order_version int not null default 0,
  hold_until timestamptz not null,
  opened_at timestamptz not null,
  claimed_at timestamptz,
  ended_at timestamptz,
  check (participant_id is not null or state <> 'claimed')
);
create index program_seat_organization on program_seat (organization_id);
create index program_seat_participant on program_seat (participant_id) where participant_id is not null;
create unique index program_seat_number on program_seat (order_id, number) where state <> 'revoked';
-- A person has one seat of an order.
create unique index program_seat_once on program_seat (order_id, participant_id) where state = 'claimed';

-- Whom a seat is offered to, until it is claimed. Personal data: the events have a digest with the salt only.
create table program_seat_person (
  seat_id uuid primary key,
  email text not null,
  salt text not null,
  invited_at timestamptz not null,
  -- the link of the invitation; renewed when somebody is reminded
  link_until timestamptz not null
);
create index program_seat_person_email on program_seat_person (email);
${seatFunctions}`,
  },
  { name: '20261124-b3-leadership-seats-kept', sql: seatFunctions },
  {
    name: '20261124-d4-leadership-held-places',
    sql: `
-- The refusal of program_place by the name program_place_unpaid: more than p_most places are held for seats of this
-- organization whose orders are not paid. It runs after the places of an order are held.
create function program_limit_held_places(p_organization uuid, p_most int, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $limit$
begin
  perform es.lock_head();
  if (select count(*) from program_place p join program_seat s on s.id = p.order_id where s.organization_id = p_organization
    and p.taken_at is null and (p.held_until is null or p.held_until > p_at)) > p_most then
    raise exception 'Too many places are held for orders that are not paid'
      using errcode = 'check_violation', table = 'program_place', constraint = 'program_place_unpaid';
  end if;
end
$limit$;
do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('grant execute on function program_limit_held_places to %I', v_app);
  end if;
end
$rights$;`,
  },
  {
    name: '20261125-b3-leadership-limits-of-seats',
    sql: `
-- The refusals of program_place by the names program_place_unpaid and program_place_unpaid_date: more than p_most places, or
-- more than p_most_of_date of one cohort, are held for seats of these organizations whose orders are not paid. It runs after
-- the places of an order are held.
create function program_limit_held_seats(p_organizations uuid[], p_most int, p_most_of_date int, p_at timestamptz)
returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $limit$
declare
  v_all int;
  v_of_date int;
begin
  perform es.lock_head();
  select coalesce(sum(held), 0), coalesce(max(held), 0) into v_all, v_of_date from (
    select count(*) as held from program_place p join program_seat s on s.id = p.order_id
    where s.organization_id = any(p_organizations) and p.taken_at is null and (p.held_until is null or p.held_until > p_at)
    group by p.cohort_id) of_date;
  if v_all > p_most then
    raise exception 'Too many places are held for orders that are not paid'
      using errcode = 'check_violation', table = 'program_place', constraint = 'program_place_unpaid';
  end if;
  if v_of_date > p_most_of_date then
    raise exception 'Too many places of one date are held for orders that are not paid'
      using errcode = 'check_violation', table = 'program_place', constraint = 'program_place_unpaid_date';
  end if;
end
$limit$;
-- The order of the seat, so that two managers at once offer one person no two seats of it; null for offers of before.
alter table program_seat_person add column order_id uuid;
create unique index program_seat_person_once on program_seat_person (order_id, email);
${grantExecute('program_limit_held_seats')}`,
  },
  {
    name: '20261126-m1-leadership-places-after-payments',
    sql: `
-- The end of the first day in the cohort's time zone, as the application computes it. Null in rows that a process of an older
-- release writes: nothing is offered there, and nobody can wait.
alter table program_cohort add column first_day_ends timestamptz;
update program_cohort set first_day_ends = (starts_on + 1)::timestamp at time zone time_zone
  where time_zone in (select name from pg_timezone_names);

-- Replaced by one that knows which seats its caller saw as claimed.
drop function if exists program_close_seats(uuid, text, uuid[], timestamptz);

-- What failed for the places and seats of an order when its events were stored. A job repeats it until it succeeds.
create table program_unfinished (
  order_id uuid not null,
  -- '' for a change of the order's claim
  refund_id text not null,
  claim text check (claim in ('open', 'under-way', 'paid', 'over')),
  order_version int,
  hold_until timestamptz,
  closed boolean,
  error text not null,
  failed_at timestamptz not null,
  primary key (order_id, refund_id),
  check ((refund_id = '') = (claim is not null) and (refund_id = '') = (closed is null))
);
${placeFunctions}${waitFunctions}${seatFunctions}`,
  },
]

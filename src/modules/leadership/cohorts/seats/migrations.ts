import { grantExecute } from '#platform/database/rights.ts'

/** Tables of seats, and the limit of what an organization may hold unpaid. */
export const seatTables = `
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
  link_until timestamptz not null,
  -- of the seat, so that two managers at once offer one person no two seats of it
  order_id uuid
);
create unique index program_seat_person_once on program_seat_person (order_id, email);
create index program_seat_person_email on program_seat_person (email);

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
${grantExecute('program_limit_held_seats')}
`

import { grantExecute } from '#platform/database/rights.ts'

/**
 * Database functions for the seats of an order, which run in the order's transaction: seats are opened with the order, have
 * its claim to their places, and are closed by its refunds. The program's tables have the id of a seat in `order_id`. All
 * run under the lock of the log's head, which those take that are called outside of an append. Changes are events of `seat-<id>`.
 */
export const seatFunctions = `
-- p_rest: the data as canonical JSON.
create function program_record_seat(p_seat uuid, p_type text, p_data text, p_actor text, p_order uuid, p_at timestamptz)
returns void language sql
set search_path = public, pg_catalog, pg_temp
as $record$
  select es.append_fact('seat-' || p_seat, p_type, p_data, p_actor, p_order, p_at)
$record$;

create function program_open_seat(p_seat uuid, p_order uuid, p_organization uuid, p_line int, p_number int, p_claim text,
  p_version int, p_until timestamptz, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $open$
begin
  insert into program_seat (id, order_id, organization_id, line, number, state, claim, order_version, hold_until, opened_at)
    values (p_seat, p_order, p_organization, p_line, p_number, 'open', p_claim, p_version, p_until, p_at);
  perform program_record_seat(p_seat, 'SeatOpened', format('{"line":%s,"number":%s,"orderId":"%s","organizationId":"%s"}',
    p_line, p_number, p_order, p_organization), 'system:program', p_order, p_at);
end
$open$;

-- The seats of a new order. p_seats: [{"id", "line", "cohortId"}], numbered in this order. With a cohort each holds a place
-- there until p_until (null: without end); none left is the refusal of program_choose.
create function program_open_seats(p_order uuid, p_organization uuid, p_seats jsonb, p_until timestamptz, p_at timestamptz)
returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $seats$
declare
  v_seat record;
begin
  perform es.lock_head();
  for v_seat in select (each.value->>'id')::uuid as id, (each.value->>'line')::int as line,
      (each.value->>'cohortId')::uuid as cohort, each.ordinality::int as number
    from jsonb_array_elements(p_seats) with ordinality each order by each.ordinality
  loop
    perform program_open_seat(v_seat.id, p_order, p_organization, v_seat.line, v_seat.number, 'open', 0,
      coalesce(p_until, 'infinity'), p_at);
    if v_seat.cohort is not null then
      perform program_choose(v_seat.id, '', v_seat.cohort, 'open', p_until, p_at);
    end if;
  end loop;
end
$seats$;

-- program_follow for an order and for each of its seats. After a payment that failed, or was taken back, a seat is held as long
-- as was agreed. The people to whom seats were offered are forgotten when the order is over.
create function program_follow_enrollments(p_order uuid, p_claim text, p_version int, p_until timestamptz,
  p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $follow$
declare
  v_seat record;
begin
  perform program_follow(p_order, p_claim, p_version, p_until, p_at);
  for v_seat in select id, nullif(greatest(hold_until, p_until), 'infinity') as until from program_seat
    where order_id = p_order and state not in ('revoked', 'closed') and order_version <= p_version order by number for update
  loop
    perform program_follow(v_seat.id, p_claim, p_version, v_seat.until, p_at);
  end loop;
  update program_seat set claim = p_claim, order_version = p_version
    where order_id = p_order and order_version <= p_version;
  delete from program_seat_person using program_seat seat
    where seat.id = seat_id and seat.order_id = p_order and seat.claim = 'over';
end
$follow$;

-- A refund that was asked for puts the named seats aside. The refusal of program_seat by the name program_seat_named: they
-- are not the ones any more that a refund of so many closes (seatsToClose of domain/seat.ts has the same rule), or one was
-- claimed that is not in p_claimed.
create function program_close_seats(p_order uuid, p_refund text, p_seats uuid[], p_claimed uuid[],
  p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $close$
declare
  v_seat uuid;
begin
  perform es.lock_head();
  if exists (select from program_seat where order_id = p_order and refund_id = p_refund) then return; end if;
  if (select array_agg(id order by id) from (select id from program_seat
      where order_id = p_order and refund_id is null and state in ('open', 'invited', 'claimed')
      order by case state when 'open' then 0 when 'invited' then 1 else 2 end, number desc limit cardinality(p_seats)) first_seats)
    is distinct from (select array_agg(id order by id) from unnest(p_seats) id)
    or exists (select from program_seat where id = any(p_seats) and state = 'claimed' and id <> all(p_claimed)) then
    raise exception 'Other seats would be closed by now'
      using errcode = 'check_violation', table = 'program_seat', constraint = 'program_seat_named';
  end if;
  foreach v_seat in array p_seats loop
    update program_seat set refund_id = p_refund where id = v_seat;
    perform program_record_seat(v_seat, 'SeatClosing', format('{"refundId":%s}', to_json(p_refund)), 'system:program',
      p_order, p_at);
  end loop;
end
$close$;

-- A refund succeeded: the seats that it reserved end, and their places are free. Or it did not: the seats stay. A closed seat
-- whose participant has claimed another seat of the order does not come back: a new seat has its number, and a place if one
-- is left.
create function program_settle_seats(p_order uuid, p_refund text, p_closed boolean, p_at timestamptz) returns void
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $settle$
declare
  v_seat program_seat;
  v_new uuid;
begin
  perform es.lock_head();
  for v_seat in select * from program_seat where order_id = p_order and refund_id = p_refund order by number for update loop
    if p_closed and v_seat.state <> 'closed' then
      update program_seat set state = 'closed', ended_at = p_at where id = v_seat.id;
      delete from program_seat_person where seat_id = v_seat.id;
      perform program_record_seat(v_seat.id, 'SeatClosed', format('{"refundId":%s}', to_json(p_refund)), 'system:program',
        p_order, p_at);
      perform program_release(v_seat.id, 'order-over', p_at);
      update program_enrollment set claim = 'over', unplaced_at = null where order_id = v_seat.id;
    elsif not p_closed then
      perform program_record_seat(v_seat.id, 'SeatKept', format('{"refundId":%s}', to_json(p_refund)), 'system:program',
        p_order, p_at);
      if v_seat.state = 'closed' and exists (select from program_seat where order_id = p_order and state = 'claimed'
          and participant_id = v_seat.participant_id) then
        v_new := gen_random_uuid();
        update program_seat set refund_id = null, state = 'revoked' where id = v_seat.id;
        perform program_record_seat(v_seat.id, 'SeatRevoked', format('{"replacedBy":"%s"}', v_new), 'system:program', p_order,
          p_at);
        perform program_replace_seat(v_seat.id, v_new, p_at);
        perform program_follow(v_new, v_seat.claim, v_seat.order_version, null, p_at);
        continue;
      end if;
      update program_seat set refund_id = null, ended_at = null, state = case when v_seat.state <> 'closed' then v_seat.state
        when participant_id is null then 'open' else 'claimed' end where id = v_seat.id;
      if v_seat.state = 'closed' then
        perform program_follow(v_seat.id, v_seat.claim, v_seat.order_version, null, p_at);
      end if;
    end if;
  end loop;
end
$settle$;

-- A seat that was claimed ends, and a new one has its number and its place: nothing of the one's participant is the next's.
create function program_replace_seat(p_seat uuid, p_new uuid, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $replace$
declare
  v_seat program_seat;
  v_place program_place;
begin
  perform es.lock_head();
  select * into v_seat from program_seat where id = p_seat;
  perform program_open_seat(p_new, v_seat.order_id, v_seat.organization_id, v_seat.line, v_seat.number, v_seat.claim,
    v_seat.order_version, v_seat.hold_until, p_at);
  insert into program_enrollment (order_id, buyer_id, cohort_id, claim, order_version, chosen_at, unplaced_at)
    select p_new, '', cohort_id, claim, order_version, p_at, unplaced_at from program_enrollment where order_id = p_seat;
  update program_enrollment set claim = 'over', unplaced_at = null where order_id = p_seat;
  select * into v_place from program_place where order_id = p_seat for update;
  if not found then return; end if;
  -- In one step: the place is not offered to who waits.
  update program_place set order_id = p_new where cohort_id = v_place.cohort_id and place_no = v_place.place_no;
  perform program_record(v_place.cohort_id, 'PlaceReleased', p_seat, v_place.place_no, ',"reason":"other-seat"', p_at);
  if v_place.taken_at is not null then
    perform program_record(v_place.cohort_id, 'PlaceTaken', p_new, v_place.place_no, '', p_at);
  else
    perform program_record_hold(v_place.cohort_id, p_new, v_place.place_no, v_place.held_until, p_at);
  end if;
end
$replace$;

-- Refuses, so that the caller decides anew, what was decided on a seat that has changed in the same group of appends; and by
-- the name program_seat_paid, for good, what needs a seat whose order is paid.
create function program_expect_seat(p_seat uuid, p_version int, p_paid boolean) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $expect$
begin
  if exists (select from es.events where stream_id = 'seat-' || p_seat and version > p_version) then
    raise exception 'This seat has changed in the same transaction';
  end if;
  if p_paid and not exists (select from program_seat where id = p_seat and claim = 'paid') then
    raise exception 'The order of this seat is not paid'
      using errcode = 'check_violation', table = 'program_seat', constraint = 'program_seat_paid';
  end if;
end
$expect$;

-- What happened to the money is recorded even if the change of places or seats fails: the next two functions store the change
-- in program_unfinished then, and answer the error; a job repeats them.
-- Errors of the connection, of memory and of locks are raised: the caller repeats the whole transaction.
create function program_passes_on(p_state text) returns boolean language sql immutable
set search_path = public, pg_catalog, pg_temp
as $passes$ select left(p_state, 2) in ('08', '40', '53', '57', '58') $passes$;

create function program_follow_recorded(p_order uuid, p_claim text, p_version int, p_until timestamptz, p_at timestamptz)
returns text language plpgsql
set search_path = public, pg_catalog, pg_temp
as $follow$
begin
  perform es.lock_head();
  perform program_follow_enrollments(p_order, p_claim, p_version, p_until, p_at);
  delete from program_unfinished where order_id = p_order and refund_id = '' and order_version <= p_version;
  return null;
exception when others then
  if program_passes_on(sqlstate) then raise; end if;
  insert into program_unfinished (order_id, refund_id, claim, order_version, hold_until, error, failed_at)
    values (p_order, '', p_claim, p_version, p_until, sqlerrm, p_at)
    on conflict (order_id, refund_id) do update set claim = excluded.claim, order_version = excluded.order_version,
      hold_until = excluded.hold_until, error = excluded.error
      where program_unfinished.order_version <= excluded.order_version;
  return sqlerrm;
end
$follow$;

create function program_settle_recorded(p_order uuid, p_refund text, p_closed boolean, p_at timestamptz) returns text
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $settle$
begin
  perform es.lock_head();
  perform program_settle_seats(p_order, p_refund, p_closed, p_at);
  delete from program_unfinished where order_id = p_order and refund_id = p_refund;
  return null;
exception when others then
  if program_passes_on(sqlstate) then raise; end if;
  insert into program_unfinished (order_id, refund_id, closed, error, failed_at)
    values (p_order, p_refund, p_closed, sqlerrm, p_at)
    on conflict (order_id, refund_id) do update set closed = excluded.closed, error = excluded.error;
  return sqlerrm;
end
$settle$;
${grantExecute(
  'program_record_seat',
  'program_open_seat',
  'program_open_seats',
  'program_follow_enrollments',
  'program_close_seats',
  'program_settle_seats',
  'program_replace_seat',
  'program_expect_seat',
  'program_passes_on',
  'program_follow_recorded',
  'program_settle_recorded',
)}
`

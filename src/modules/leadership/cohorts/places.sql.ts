import { grantExecute } from '#platform/database/rights.ts'

/**
 * Database functions that assign places (ADR 086). They run in the transaction that appends an order's events, because only
 * then is it known which place is free. The functions that are called from outside lock the log's head first, so that they run
 * one after the other, and record their changes as events of `cohort-<id>`. `wait.sql.ts` reserves places that become free for
 * the wait list.
 */
export const placeFunctions = `
create function program_record(p_cohort uuid, p_type text, p_order uuid, p_place int, p_rest text, p_at timestamptz)
returns void language sql
set search_path = public, pg_catalog, pg_temp
as $record$
  select es.append_fact('cohort-' || p_cohort, p_type, format('{"orderId":"%s","place":%s%s}', p_order, p_place, p_rest),
    'system:program', p_order, p_at)
$record$;

create function program_record_hold(p_cohort uuid, p_order uuid, p_place int, p_until timestamptz, p_at timestamptz)
returns void language sql
set search_path = public, pg_catalog, pg_temp
as $hold$
  select program_record(p_cohort, 'PlaceHeld', p_order, p_place, format(',"until":%s', coalesce(
    '"' || to_char(p_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')), p_at)
$hold$;

-- Frees the place of an order. p_reason: hold-ended, order-over, other-cohort.
create function program_release(p_order uuid, p_reason text, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $release$
declare
  v_mine program_place;
begin
  select * into v_mine from program_place where order_id = p_order for update;
  if not found then return; end if;
  update program_place set order_id = null, held_until = null, taken_at = null
    where cohort_id = v_mine.cohort_id and place_no = v_mine.place_no;
  perform program_record(v_mine.cohort_id, 'PlaceReleased', p_order, v_mine.place_no,
    format(',"reason":"%s"', p_reason), p_at);
  perform program_offer(v_mine.cohort_id, p_at);
end
$release$;

-- Frees the places of a cohort that were held or kept too long; answers how many.
create function program_end_holds(p_cohort uuid, p_at timestamptz) returns int language plpgsql
set search_path = public, pg_catalog, pg_temp
as $ended$
declare
  v_order uuid;
  v_count int := 0;
begin
  perform es.lock_head();
  for v_order in select order_id from program_place
    where held_until <= p_at and cohort_id = p_cohort order by held_until, order_id
  loop
    perform program_release(v_order, 'hold-ended', p_at);
    v_count := v_count + 1;
  end loop;
  return v_count + program_end_offers(p_cohort, p_at);
end
$ended$;

-- Gives an order a place of a cohort, held until a moment (null: without end) or, once it is paid, taken. A hold that runs
-- is not made longer, a place that was taken becomes a hold when the order is not paid any more; a place of another cohort
-- goes back. Answers whether the order has a place there now.
create function program_seat(p_order uuid, p_cohort uuid, p_paid boolean, p_until timestamptz, p_at timestamptz)
returns boolean language plpgsql
set search_path = public, pg_catalog, pg_temp
as $seat$
declare
  v_place int;
begin
  perform program_end_holds(p_cohort, p_at);
  select place_no into v_place from program_place where order_id = p_order and cohort_id = p_cohort for update;
  if v_place is null then
    -- A primary key for every place there is: the one more that would be sold twice is a row that does not exist.
    select p.place_no into v_place from program_place p join program_cohort c on c.id = p.cohort_id
      where p.cohort_id = p_cohort and p.order_id is null and p.wait_id is null and c.status = 'open'
      order by p.place_no limit 1 for update of p skip locked;
    if v_place is null then return false; end if;
    perform program_release(p_order, 'other-cohort', p_at);
  elsif exists (select from program_place where order_id = p_order
      and (taken_at is not null) = p_paid and (p_paid or (held_until is null) = (p_until is null))) then
    return true;
  end if;
  update program_place set order_id = p_order, held_until = case when p_paid then null else p_until end,
    taken_at = case when p_paid then p_at end where cohort_id = p_cohort and place_no = v_place;
  if p_paid then perform program_record(p_cohort, 'PlaceTaken', p_order, v_place, '', p_at);
  else perform program_record_hold(p_cohort, p_order, v_place, p_until, p_at);
  end if;
  return true;
end
$seat$;

-- An order chooses its cohort. No place left is the refusal of program_place by the name program_place_left. A paid order
-- gets its place for good. Nothing happens when the order stands otherwise than its caller has read.
create function program_choose(p_order uuid, p_buyer text, p_cohort uuid, p_claim text, p_until timestamptz,
  p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $choose$
begin
  perform es.lock_head();
  if exists (select from program_enrollment where order_id = p_order and claim <> p_claim) then return; end if;
  if not program_seat(p_order, p_cohort, p_claim = 'paid', p_until, p_at) then
    raise exception 'No place is left in this cohort'
      using errcode = 'check_violation', table = 'program_place', constraint = 'program_place_left';
  end if;
  insert into program_enrollment (order_id, buyer_id, cohort_id, claim, chosen_at)
    values (p_order, p_buyer, p_cohort, p_claim, p_at)
    on conflict (order_id) do update set cohort_id = excluded.cohort_id, claim = excluded.claim,
      chosen_at = excluded.chosen_at, unplaced_at = null, refund_asked_at = null;
end
$choose$;

-- What became of an order that chose a cohort: open (it can be paid), under-way, paid or over, at a version of the order.
create function program_follow(p_order uuid, p_claim text, p_version int, p_until timestamptz, p_at timestamptz)
returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $follow$
declare
  v_cohort uuid;
  v_seated boolean := true;
begin
  select cohort_id into v_cohort from program_enrollment where order_id = p_order and order_version <= p_version
    for update;
  if not found then return; end if;
  if p_claim = 'over' then
    perform program_release(p_order, 'order-over', p_at);
  elsif p_claim = 'open' then
    -- A payment that was under way has failed, or a payment was taken back: the place is held on, but no longer without end.
    if exists (select from program_place where order_id = p_order and held_until is null) then
      perform program_seat(p_order, v_cohort, false, p_until, p_at);
    end if;
  else
    v_seated := program_seat(p_order, v_cohort, p_claim = 'paid', null, p_at);
  end if;
  update program_enrollment set claim = p_claim, order_version = p_version,
    unplaced_at = case when p_claim = 'paid' and not v_seated then coalesce(unplaced_at, p_at) end
    where order_id = p_order;
end
$follow$;

-- Refuses, so that the caller decides anew, when a place was given or taken since its own events were stored: in a group
-- of appends the versions are compared before the writes of any of them.
create function program_expect_version(p_cohort uuid, p_version int) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $expect$
begin
  if exists (select from es.events where stream_id = 'cohort-' || p_cohort and version > p_version) then
    raise exception 'Places of this cohort have changed in the same transaction';
  end if;
end
$expect$;

${grantExecute(
  'program_record',
  'program_record_hold',
  'program_release',
  'program_end_holds',
  'program_seat',
  'program_choose',
  'program_follow',
  'program_expect_version',
)}
`

import { grantExecute } from '#platform/database/rights.ts'

/** Seconds for which an offered place is reserved. */
const offerSeconds = 24 * 3_600
/** The longest wait list, as entries for each place of a cohort. */
const waitingPerPlace = 10

/**
 * Database functions for the wait list of a cohort. The statement that frees a place also reserves it for the first entry, so
 * that nobody else can buy the place. Each function first locks the log's head and records its changes as events.
 */
export const waitFunctions = `
-- The names in the data are in the order of the alphabet, as in every digest of the log; p_rest ends in a comma.
create function program_record_wait(p_cohort uuid, p_type text, p_wait uuid, p_rest text, p_actor text, p_at timestamptz)
returns void language sql
set search_path = public, pg_catalog, pg_temp
as $record$
  select es.append_fact('cohort-' || p_cohort, p_type, format('{%s"waitId":"%s"}', p_rest, p_wait), p_actor, p_wait, p_at)
$record$;

-- Keeps each free place of a cohort for whoever has waited longest, until the offer ends; not past the first day.
create function program_offer(p_cohort uuid, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $offer$
declare
  v_first_day_ends timestamptz;
  v_until timestamptz;
  v_place int;
  v_wait uuid;
begin
  perform es.lock_head();
  select first_day_ends into v_first_day_ends from program_cohort where id = p_cohort and status = 'open';
  v_until := least(p_at + interval '${offerSeconds} seconds', v_first_day_ends);
  if v_first_day_ends is null or v_until <= p_at then return; end if;
  loop
    select id into v_wait from program_wait where cohort_id = p_cohort and standing = 'waiting'
      order by number limit 1 for update;
    exit when v_wait is null;
    select place_no into v_place from program_place
      where cohort_id = p_cohort and order_id is null and wait_id is null order by place_no limit 1 for update;
    exit when v_place is null;
    update program_place set wait_id = v_wait where cohort_id = p_cohort and place_no = v_place;
    update program_wait set standing = 'offered', offered_until = v_until where id = v_wait;
    perform program_record_wait(p_cohort, 'OfferMade', v_wait, format('"place":%s,"until":"%s",', v_place,
      to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'system:program', p_at);
    perform pg_notify('program_offers', '');
  end loop;
end
$offer$;

-- Ends the offers of a cohort whose time is over; the next in the list has the place then. Also of a place that is not there
-- any more.
create function program_end_offers(p_cohort uuid, p_at timestamptz) returns int language plpgsql
set search_path = public, pg_catalog, pg_temp
as $ended$
declare
  v_ended record;
  v_count int := 0;
begin
  perform es.lock_head();
  for v_ended in select w.id, w.cohort_id, p.place_no from program_wait w left join program_place p on p.wait_id = w.id
    where w.standing = 'offered' and w.offered_until <= p_at and w.cohort_id = p_cohort
    order by w.offered_until, w.number
  loop
    update program_place set wait_id = null where wait_id = v_ended.id;
    update program_wait set standing = 'expired' where id = v_ended.id;
    perform program_record_wait(v_ended.cohort_id, 'OfferExpired', v_ended.id,
      format('"place":%s,', coalesce(v_ended.place_no::text, 'null')), 'system:program', p_at);
    perform program_offer(v_ended.cohort_id, p_at);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$ended$;

-- The capacity of a cohort that can be waited for; null of any other.
create function program_waitable(p_cohort uuid, p_at timestamptz) returns int language plpgsql
set search_path = public, pg_catalog, pg_temp
as $waitable$
begin
  return (select capacity from program_cohort where id = p_cohort and status = 'open' and p_at < first_day_ends);
end
$waitable$;

-- Answers closed, free (a place can be bought), full (the list is), waiting (the same person waits already) or joined. Who
-- waits is asked last: the other answers are the same whoever asks.
create function program_join(p_wait uuid, p_cohort uuid, p_email text, p_mailbox text, p_name text, p_consent text,
  p_at timestamptz) returns text language plpgsql
set search_path = public, pg_catalog, pg_temp
as $join$
declare
  v_capacity int := program_waitable(p_cohort, p_at);
begin
  -- Before the lock as well: a call for what cannot be waited for keeps nobody waiting.
  if v_capacity is null then return 'closed'; end if;
  perform es.lock_head();
  perform program_end_holds(p_cohort, p_at);
  v_capacity := program_waitable(p_cohort, p_at);
  if v_capacity is null then return 'closed'; end if;
  if exists (select from program_place where cohort_id = p_cohort and order_id is null and wait_id is null) then
    return 'free';
  end if;
  if (select count(*) from program_wait where cohort_id = p_cohort and standing = 'waiting')
    >= v_capacity * ${waitingPerPlace} then return 'full'; end if;
  if exists (select from program_wait where cohort_id = p_cohort and mailbox = p_mailbox
      and standing in ('waiting', 'offered')) then return 'waiting'; end if;
  insert into program_wait (id, cohort_id, email, mailbox, name, consent, standing, joined_at)
    values (p_wait, p_cohort, p_email, p_mailbox, p_name, p_consent, 'waiting', p_at);
  perform program_record_wait(p_cohort, 'WaitJoined', p_wait, '', 'system:program', p_at);
  return 'joined';
end
$join$;

-- p_reason: left, removed, erased. A place that was kept goes to the next; nothing that is personal is kept.
create function program_leave(p_wait uuid, p_reason text, p_actor text, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $leave$
declare
  v_cohort uuid;
begin
  perform es.lock_head();
  update program_wait set standing = 'left', email = null, mailbox = null, name = null
    where id = p_wait and standing in ('waiting', 'offered')
    returning cohort_id into v_cohort;
  if not found then return; end if;
  update program_place set wait_id = null where wait_id = p_wait;
  perform program_record_wait(v_cohort, 'WaitLeft', p_wait, format('"reason":"%s",', p_reason), p_actor, p_at);
  perform program_offer(v_cohort, p_at);
end
$leave$;

-- As program_choose, for whoever was offered a place there: it is the order's from here on, and held no shorter than it was
-- offered. Once the offer is over, or when the order has a place there, it is program_choose.
create function program_choose_offered(p_wait uuid, p_order uuid, p_buyer text, p_cohort uuid, p_claim text,
  p_until timestamptz, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $choose$
declare
  v_place int;
  v_until timestamptz;
begin
  perform es.lock_head();
  perform program_end_holds(p_cohort, p_at);
  select p.place_no, greatest(p_until, w.offered_until) into v_place, v_until from program_place p
    join program_wait w on w.id = p.wait_id where p.wait_id = p_wait and p.cohort_id = p_cohort for update of p;
  if v_place is not null and not exists (select from program_enrollment where order_id = p_order and claim <> p_claim)
    and not exists (select from program_place where order_id = p_order and (cohort_id = p_cohort or taken_at is not null))
  then
    perform program_release(p_order, 'other-cohort', p_at);
    update program_place set wait_id = null, order_id = p_order, held_until = v_until
      where cohort_id = p_cohort and place_no = v_place;
    update program_wait set standing = 'taken' where id = p_wait;
    perform program_record_wait(p_cohort, 'OfferTaken', p_wait, format('"orderId":"%s","place":%s,', p_order, v_place),
      'system:program', p_at);
    perform program_record_hold(p_cohort, p_order, v_place, v_until, p_at);
  end if;
  perform program_choose(p_order, p_buyer, p_cohort, p_claim, p_until, p_at);
end
$choose$;

${grantExecute(
  'program_record_wait',
  'program_offer',
  'program_end_offers',
  'program_waitable',
  'program_join',
  'program_leave',
  'program_choose_offered',
)}
`

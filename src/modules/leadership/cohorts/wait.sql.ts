import { grantExecute } from '#platform/database/rights.ts'

/** Seconds for which an offered place is reserved. */
const offerSeconds = 24 * 3_600

/**
 * Database functions for the offers of a cohort's wait list (ADR 086). The statement that frees a place also reserves it for the
 * first entry, so that nobody else can buy the place. Entries join and leave in `wait-list.ts`.
 */
export const waitFunctions = `
-- The names in the data are in the order of the alphabet, as in every digest of the log; p_rest ends in a comma.
create function program_record_wait(p_cohort uuid, p_type text, p_wait uuid, p_rest text, p_at timestamptz)
returns void language sql
set search_path = public, pg_catalog, pg_temp
as $record$
  select es.append_fact('cohort-' || p_cohort, p_type, format('{%s"waitId":"%s"}', p_rest, p_wait), 'system:program', p_wait, p_at)
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
      to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), p_at);
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
  for v_ended in select w.id, w.cohort_id, p.place_no from program_wait w left join program_place p on p.wait_id = w.id
    where w.standing = 'offered' and w.offered_until <= p_at and w.cohort_id = p_cohort
    order by w.offered_until, w.number
  loop
    update program_place set wait_id = null where wait_id = v_ended.id;
    update program_wait set standing = 'expired' where id = v_ended.id;
    perform program_record_wait(v_ended.cohort_id, 'OfferExpired', v_ended.id,
      format('"place":%s,', coalesce(v_ended.place_no::text, 'null')), p_at);
    perform program_offer(v_ended.cohort_id, p_at);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$ended$;

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
    perform program_record_wait(p_cohort, 'OfferTaken', p_wait, format('"orderId":"%s","place":%s,', p_order, v_place), p_at);
    perform program_record_hold(p_cohort, p_order, v_place, v_until, p_at);
  end if;
  perform program_choose(p_order, p_buyer, p_cohort, p_claim, p_until, p_at);
end
$choose$;

${grantExecute('program_record_wait', 'program_offer', 'program_end_offers', 'program_choose_offered')}
`

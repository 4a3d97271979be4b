/** Current versions of functions of `seats.sql.ts`; each replaces the one of the same name there. */
export const keptSeatFunctions = `
-- As before; whom seats were offered to is forgotten once their order is over.
create or replace function program_follow_enrollments(p_order uuid, p_claim text, p_version int, p_until timestamptz,
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

-- As before; a closed seat whose participant has claimed another one of the order does not come back: a new seat has its
-- number, and a place where one is left.
create or replace function program_settle_seats(p_order uuid, p_refund text, p_closed boolean, p_at timestamptz) returns void
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
`

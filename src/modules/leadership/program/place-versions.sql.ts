/** Of two reports about one order only the later counts; a change by staff meets the cohort that it was decided on. */
export const placeVersions = `
alter table program_enrollment add column order_version int not null default 0;
drop function program_follow(uuid, text, timestamptz, timestamptz);

-- What became of an order that chose a cohort: open (it can be paid), under-way, paid or over, at a version of the order.
create function program_follow(p_order uuid, p_claim text, p_version int, p_until timestamptz, p_at timestamptz)
returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $follow$
declare
  v_cohort uuid;
  v_seated boolean := true;
begin
  perform es.lock_head();
  select cohort_id into v_cohort from program_enrollment where order_id = p_order and order_version <= p_version
    for update;
  if not found then return; end if;
  if p_claim = 'over' then
    perform program_release(p_order, 'order-over', p_at);
  elsif p_claim = 'open' then
    -- A payment that was under way has failed: the place is held on, but no longer without end.
    if exists (select from program_place where order_id = p_order and taken_at is null and held_until is null) then
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

do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('grant execute on function program_follow, program_expect_version to %I', v_app);
  end if;
end
$rights$;
`

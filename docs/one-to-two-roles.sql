-- Moves an installation that was made with one role, whichever it is, to the two roles of database-roles.sql. Stop the site,
-- make the roles with that file first, then run this once as a superuser, connected to the product's database:
--   psql -d veralead -f docs/one-to-two-roles.sql
-- A repeat changes nothing. Everything is one transaction. The old role keeps what it is, and owns nothing of the product.
\set ON_ERROR_STOP on
begin;

-- One statement for each object and not "reassign owned", which PostgreSQL refuses for the role that made the server.
do $$
declare
  v_statement text;
begin
  for v_statement in
    select format('alter schema %I owner to veralead_owner', nspname)
    from pg_namespace where nspname in ('public', 'es', 'pgboss')
    union all
    select format('alter %s %s owner to veralead_owner',
      case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      c.oid::regclass)
    from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'es', 'pgboss'))
      and c.relkind in ('r', 'p', 'v', 'm', 'S') and not c.relispartition
      -- The sequence of a column follows its table.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('alter table %s owner to veralead_owner', c.oid::regclass)
    from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'es', 'pgboss'))
      and c.relkind in ('r', 'p') and c.relispartition
    union all
    select format('alter routine %s owner to veralead_owner', p.oid::regprocedure)
    from pg_proc p
    where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'es', 'pgboss'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %s owner to veralead_owner', t.oid::regtype)
    from pg_type t
    where t.typnamespace in (select oid from pg_namespace where nspname in ('public', 'es', 'pgboss'))
      and t.typtype in ('e', 'd')
  loop
    execute v_statement;
  end loop;
end $$;

-- What the application may do: rows in the tables of its modules, and nothing to the list of migrations.
grant select, insert, update, delete on all tables in schema public to veralead_app;
grant usage, select on all sequences in schema public to veralead_app;
revoke insert, update, delete on platform_migration from veralead_app;
-- Only the owner says that somebody else knows a key.
revoke update, delete on program_credential_key from veralead_app;
alter default privileges for role veralead_owner in schema public
  grant select, insert, update, delete on tables to veralead_app;
alter default privileges for role veralead_owner in schema public grant usage, select on sequences to veralead_app;
alter default privileges for role veralead_owner revoke execute on functions from public;

-- Functions are called by triggers and migrations, but for these.
revoke execute on all functions in schema public from public;
grant execute on function identity_claim_login, program_record, program_record_hold, program_release,
  program_end_holds, program_seat, program_choose, program_follow, program_expect_version,
  program_record_wait, program_offer, program_end_offers, program_choose_offered,
  commerce_take_discount, commerce_give_back_discounts, commerce_expire_quote,
  commerce_limit_unpaid_orders, program_limit_held_seats,
  program_record_seat, program_open_seat, program_open_seats, program_follow_enrollments,
  program_close_seats, program_settle_seats, program_replace_seat, program_expect_seat, program_follow_recorded,
  program_settle_recorded, program_passes_on, platform_search_form to veralead_app;

-- Tables of money only grow; their trigger shows which they are.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select tgrelid::regclass from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'only_grows' and relnamespace = 'public'::regnamespace
  loop
    execute format('revoke all on %s from veralead_app', v_table);
    execute format('grant select, insert on %s to veralead_app', v_table);
  end loop;
end $$;

-- The event log: to be read, and appended to by its functions.
revoke all on schema es from public;
revoke all on all tables in schema es from public;
revoke all on all functions in schema es from public;
grant usage on schema es to veralead_app;
grant select on es.events, es.head to veralead_app;
grant execute on all functions in schema es to veralead_app;
revoke execute on function es.refuse_change() from veralead_app;

-- Jobs, where they have run.
do $$
begin
  if exists (select from pg_namespace where nspname = 'pgboss') then
    grant usage on schema pgboss to veralead_app;
    grant select, insert, update, delete on all tables in schema pgboss to veralead_app;
    grant usage, select on all sequences in schema pgboss to veralead_app;
    grant execute on all functions in schema pgboss to veralead_app;
  end if;
end $$;

commit;

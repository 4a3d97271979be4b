import type { ModuleMigration } from '#platform/database/migration.ts'

export const checkoutMigrations: ModuleMigration[] = [
  {
    name: '20261124-d3-commerce-unpaid-orders',
    sql: `
-- The refusal of commerce_order by the name commerce_order_unpaid: the organization, or the account that orders for it, has
-- p_most orders besides this one that nobody has paid. Calls run one after the other, by the lock of the log's head.
create function commerce_limit_unpaid_orders(p_order uuid, p_buyer text, p_organization text, p_most int) returns void
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $limit$
begin
  perform es.lock_head();
  if (select count(*) from commerce_order where (organization_id = p_organization or buyer_id = p_buyer)
    and organization_id is not null and status in ('pending', 'processing') and id <> p_order) >= p_most then
    raise exception 'Too many orders are not paid'
      using errcode = 'check_violation', table = 'commerce_order', constraint = 'commerce_order_unpaid';
  end if;
end
$limit$;
do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('grant execute on function commerce_limit_unpaid_orders to %I', v_app);
  end if;
end
$rights$;`,
  },
]

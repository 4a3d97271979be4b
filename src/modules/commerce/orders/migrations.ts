import type { ModuleMigration } from '#platform/database/migration.ts'

export const orderMigrations: ModuleMigration[] = [
  {
    name: '20261123-z1-commerce-company-orders',
    sql: `
-- What lists say of orders that a company pays. Orders of before are of one person each, and due at once.
alter table commerce_order
  add column organization_id text,
  add column seats int not null default 1,
  add column due_at timestamptz;
create index if not exists commerce_order_organization on commerce_order (organization_id, created_at desc)
  where organization_id is not null;
create index if not exists commerce_order_due on commerce_order (due_at) where due_at is not null;`,
  },
  {
    name: '20261123-z2-commerce-purchase-orders',
    sql: `
-- The payer's own number of the purchase order; personal, like the rest of the row.
alter table commerce_order_customer add column reference text;`,
  },
]

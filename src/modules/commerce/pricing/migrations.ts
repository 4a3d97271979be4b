import type { ModuleMigration } from '#platform/database/migration.ts'
import { discountFunctions } from './coupons.sql.ts'

export const pricesMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce-prices',
    sql: `
-- Every column follows from the events of coupon-<id>.
create table commerce_coupon (
  id uuid primary key,
  code text not null,
  -- 1 to 100; null for an amount
  percent int check (percent between 1 and 100),
  amount_minor bigint check (amount_minor > 0),
  currency text,
  product_id uuid,
  cohort_id uuid,
  valid_until timestamptz,
  max_uses int check (max_uses > 0),
  uses int not null default 0 check (uses >= 0),
  defined_at timestamptz not null,
  ended_at timestamptz,
  -- Most seats of an order that uses the coupon; null for as many as wanted.
  max_seats int check (max_seats > 0),
  check ((percent is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null)),
  constraint commerce_coupon_uses_left check (max_uses is null or uses <= max_uses)
);
create unique index commerce_coupon_code on commerce_coupon (code) where ended_at is null;

-- The discounts that orders have, of volume steps and of coupons; released ones are of orders that are over.
create table commerce_discount (
  order_id uuid not null,
  kind text not null check (kind in ('volume', 'coupon')),
  discount_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  taken_at timestamptz not null,
  released_at timestamptz,
  reason text,
  primary key (order_id, kind, discount_id)
);
create index commerce_discount_users on commerce_discount (kind, discount_id, taken_at desc);
${discountFunctions}`,
  },
]

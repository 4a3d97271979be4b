import { grantExecute } from '#platform/database/rights.ts'

/**
 * Who uses a coupon is decided in the database, because it commits with the events that place an order: how many uses are
 * left is known only when the transaction runs. Each function takes the lock of the log's head first, so they run one
 * after the other, and records what it did to a coupon as an event of `coupon-<id>`.
 */
export const discountFunctions = `
-- Notes that an order has a discount. p_again: the order had given it back, and counts again; then what has ended since, or
-- is used up, is no reason to refuse what has happened already.
create function commerce_take_discount(p_order uuid, p_kind text, p_id text, p_amount bigint, p_currency text,
  p_again boolean, p_at timestamptz) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $take$
begin
  perform es.lock_head();
  if exists (select from commerce_discount where order_id = p_order and kind = p_kind and discount_id = p_id
    and released_at is null) then return; end if;
  if p_kind = 'coupon' then
    if p_again then
      update commerce_coupon set uses = uses + 1
        where id = p_id::uuid and (max_uses is null or uses < max_uses);
      if not found then return; end if;
    else
      -- One too many is the refusal of commerce_coupon by the name commerce_coupon_uses_left.
      update commerce_coupon set uses = uses + 1
        where id = p_id::uuid and ended_at is null and (valid_until is null or valid_until > p_at);
      if not found then
        raise exception 'This coupon has ended'
          using errcode = 'check_violation', table = 'commerce_coupon', constraint = 'commerce_coupon_not_ended';
      end if;
    end if;
    perform es.append_fact('coupon-' || p_id, 'CouponReserved', format('{"orderId":"%s"}', p_order),
      'system:prices', p_order, p_at);
  end if;
  insert into commerce_discount (order_id, kind, discount_id, amount_minor, currency, taken_at)
    values (p_order, p_kind, p_id, p_amount, p_currency, p_at)
    on conflict (order_id, kind, discount_id) do update set released_at = null, reason = null;
end
$take$;

-- The discounts of an order that is over count no more. p_reason: cancelled, refunded, quote-ended.
create function commerce_give_back_discounts(p_order uuid, p_reason text, p_at timestamptz)
returns void language plpgsql
set search_path = public, pg_catalog, pg_temp
as $back$
declare
  v_row commerce_discount;
begin
  perform es.lock_head();
  for v_row in select * from commerce_discount where order_id = p_order and released_at is null
    order by kind, discount_id for update
  loop
    update commerce_discount set released_at = p_at, reason = p_reason
      where order_id = p_order and kind = v_row.kind and discount_id = v_row.discount_id;
    if v_row.kind = 'coupon' then
      update commerce_coupon set uses = uses - 1 where id = v_row.discount_id::uuid;
      perform es.append_fact('coupon-' || v_row.discount_id, 'CouponReleased',
        format('{"orderId":"%s","reason":"%s"}', p_order, p_reason), 'system:prices', p_order, p_at);
    end if;
  end loop;
end
$back$;

${grantExecute('commerce_take_discount', 'commerce_give_back_discounts')}
`

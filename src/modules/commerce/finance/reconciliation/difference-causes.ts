/** SQL expression: the state of the webhooks about a payment ($1), as the cause why the log lacks its news. */
const webhookCause = `coalesce((
  select case
    when status = 'failed' then 'A webhook about this payment arrived and could not be applied: ' || last_error || '.'
    when status = 'parked' then 'A webhook about this payment arrived and waits: ' || last_error || '.'
    when status = 'new' then 'A webhook about this payment arrived and is being applied.'
    else 'The last webhook about this payment came ' || to_char(received_at at time zone 'UTC', 'Mon FMDD, YYYY, HH24:MI:SS')
      || ' UTC and was applied; what is new since then was not announced.' end
  from commerce_stripe_inbox where intent_id = $1
  order by status in ('failed', 'parked', 'new') desc, received_at desc limit 1),
  'No webhook about this payment has arrived.')`

/**
 * SQL expression: the probable cause of a difference of kind $3 in a payment ($1) of an order ($2). It is evaluated when
 * the difference is stored, because it depends on rows of that moment.
 */
export const causes = `case $3::text
  when 'missing-in-log' then 'The payment carries the id of this order, which never heard of it: the answer to making it was lost, or it was made elsewhere. ' || ${webhookCause}
  when 'behind-stripe' then ${webhookCause} || case when exists (
    select from commerce_order_check where order_id::text = $2) then ' The product asks about this order again by itself.' else '' end
  when 'ahead-of-stripe' then 'The log holds money of this payment that Stripe does not. Check the integrity of the log, and which Stripe account is configured.'
  when 'missing-at-stripe' then 'The configured Stripe account has no such payment: keys of another account or mode were used when it was made.'
  when 'lost-order' then 'The payment carries the signature of this site: the order was placed here, and the log does not hold it. The database was restored from a backup made before the order was placed.'
  else 'The payment carries the mark of this product and the id of an order that is not in the log, and no signature of this site: another installation uses the same Stripe account.'
end`

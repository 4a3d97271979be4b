import type { ModuleMigration } from '#platform/database/migration.ts'

export const mailMigrations: ModuleMigration[] = [
  {
    name: '20261122-60-commerce-order-mails',
    sql: `
-- Every mail that an order ever owed its buyer, and what became of it. Nothing is deleted here.
create table commerce_order_mail (
  key text primary key,
  order_id uuid not null,
  kind text not null,
  -- Which refund, payment try or request it is about.
  subject text,
  owed_at timestamptz not null,
  due_at timestamptz not null,
  state text not null check (state in ('owed', 'sent', 'failed', 'not-needed')),
  -- How often a person has had it sent again; jobs of earlier rounds do nothing.
  round int not null default 0,
  tries int not null default 0,
  -- When the try began that has not ended.
  trying_since timestamptz,
  last_error text,
  reason text,
  done_at timestamptz
);
create index commerce_order_mail_order on commerce_order_mail (order_id);
create index commerce_order_mail_unsent on commerce_order_mail (due_at, key) where state in ('owed', 'failed');

-- What is known of the mails of an existing installation: jobs that wait, jobs that were given up, and papers whose
-- mails are done. commerce_document_mail and commerce_reminder are read here for the last time.
create temporary table mail_job (id uuid, queue text, data jsonb, owed_at timestamptz, due_at timestamptz, dead boolean)
  on commit drop;
insert into mail_job
  select (j->>'id')::uuid, o.queue, j->'data', o.owed_at,
    o.owed_at + coalesce((j->>'delay')::float8, 0) * interval '1 ms', false
  from platform_job_outbox o, jsonb_array_elements(o.jobs) j;
do $$ begin
  if to_regclass('pgboss.job') is not null then
    insert into mail_job
      select id, regexp_replace(name, '-dead$', ''), data, created_on, start_after, name like '%-dead'
      from pgboss.job where state in ('created', 'retry', 'active') and name like 'commerce-%';
    -- Those that wait are tried for days from now on, too.
    update pgboss.job set retry_limit = 130 where state in ('created', 'retry', 'active') and name in (
      'commerce-order-confirmation', 'commerce-schedule-mail', 'commerce-document-mail', 'commerce-refund-mail',
      'commerce-refund-failed-mail', 'commerce-payment-failed-mail', 'commerce-reminder');
  end if;
end $$;
insert into commerce_order_mail (key, order_id, kind, subject, owed_at, due_at, state, last_error, done_at)
select 'order-' || k.kind || '-' || coalesce(s.subject, j.data->>'orderId'), (j.data->>'orderId')::uuid, k.kind, s.subject,
  j.owed_at, j.due_at, case when j.dead then 'failed' else 'owed' end,
  case when j.dead then 'It was given up before mails were listed here.' end, case when j.dead then j.owed_at end
from mail_job j
join (values ('commerce-order-confirmation', 'confirmation'), ('commerce-schedule-mail', 'schedule'),
  ('commerce-document-mail', 'documents'), ('commerce-refund-mail', 'refund'),
  ('commerce-refund-failed-mail', 'refund-failed'), ('commerce-payment-failed-mail', 'payment-failed'),
  ('commerce-reminder', 'reminder')) k (queue, kind) on k.queue = j.queue
cross join lateral (select coalesce(j.data->>'refundId', j.data->>'try',
  case when k.kind = 'documents' then j.id::text end) as subject) s
order by j.dead on conflict do nothing;
insert into commerce_order_mail (key, order_id, kind, subject, owed_at, due_at, state, reason)
select 'order-' || m.kind || '-' || coalesce(m.subject, m.order_id::text), m.order_id, m.kind, m.subject, m.owed_at,
  m.owed_at, 'sent', 'It was owed before mails were listed here, and was sent or not needed.'
from (
  select order_id, 'confirmation' as kind, null as subject, issued_at as owed_at from commerce_invoice where kind = 'invoice'
  union all select order_id, 'schedule', null, issued_at from commerce_invoice where kind = 'invoice'
  union all select order_id, 'refund', refund_id, issued_at from commerce_invoice where kind = 'credit-note'
  union all select order_id, 'refund-failed', refund_id, issued_at from commerce_invoice where kind = 'debit-note'
  union all select d.order_id, 'documents', d.order_id || '-' || floor(extract(epoch from d.owed_at) * 1000)::bigint, d.owed_at
    from commerce_document_mail d join commerce_invoice i on i.order_id = d.order_id and i.kind = 'invoice'
    where d.state = 'sent' and d.owed_at > i.issued_at
  union all select r.order_id, 'reminder', null, o.created_at
    from commerce_reminder r join commerce_order o on o.id = r.order_id) m
on conflict do nothing;`,
  },
  {
    name: '20261122-61-commerce-finance-report',
    sql: `
-- The daily mails to finance: what was told until when. A day without anything to look at has its line, too.
create table commerce_finance_report (
  day date primary key,
  told_at timestamptz not null,
  -- How far the log was read for flags.
  position bigint not null,
  mailed boolean not null
);
-- What lies in the log by now is not new.
insert into commerce_finance_report (day, told_at, position, mailed)
select date '2000-01-01', now(), position, false from es.head;`,
  },
]

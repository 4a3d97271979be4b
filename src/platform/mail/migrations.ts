import type { ModuleMigration } from '../database/migration.ts'

export const mailMigrations: ModuleMigration[] = [
  {
    name: '20261121-05-mail',
    sql: `
      create table platform_dev_mail (
        position bigint generated always as identity primary key,
        id uuid not null unique,
        recipient text not null,
        subject text not null,
        text_body text not null,
        html_body text not null,
        attachments text[] not null default '{}',
        sent_at timestamptz not null,
        message_id text not null default ''
      );
      create index platform_dev_mail_recipient on platform_dev_mail (recipient, position);

      -- Mails to addresses that somebody typed. The mailbox is a keyed digest, enough to count.
      create table platform_typed_mail (
        mail_key text primary key,
        mailbox bytea not null,
        form text not null,
        sender text,
        granted_at timestamptz not null
      );
      create index platform_typed_mail_mailbox on platform_typed_mail (mailbox, granted_at);
      create index platform_typed_mail_sender on platform_typed_mail (sender, granted_at);
      create index platform_typed_mail_granted on platform_typed_mail (granted_at);
    `,
  },
]

-- The two roles of the product, for a server of one's own. Run once by a superuser, connected to the product's
-- database; choose other passwords outside development. The embedded server does the same by itself.
do $$ begin create role veralead_owner nologin; exception when duplicate_object then null; end $$;
do $$ begin create role veralead_app nologin; exception when duplicate_object then null; end $$;
alter role veralead_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password 'owner';
alter role veralead_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password 'app';
alter database veralead owner to veralead_owner;
revoke all on database veralead from public;
grant connect on database veralead to veralead_app;
alter schema public owner to veralead_owner;
revoke create on schema public from public;
grant usage on schema public to veralead_app;

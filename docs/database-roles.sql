-- The two roles of the product, for a server of one's own: the owner of tables and functions, and the one that the site
-- connects as. Run once by a superuser, connected to the product's database, with passwords of your own:
--   psql -d veralead -v owner_password="..." -v app_password="..." -f docs/database-roles.sql
-- A repeat sets the passwords again. The embedded server does the same by itself.
\set ON_ERROR_STOP on
do $$ begin create role veralead_owner nologin; exception when duplicate_object then null; end $$;
do $$ begin create role veralead_app nologin; exception when duplicate_object then null; end $$;
alter role veralead_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
alter role veralead_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app_password';
alter database :"DBNAME" owner to veralead_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to veralead_app;
alter schema public owner to veralead_owner;
revoke create on schema public from public;
grant usage on schema public to veralead_app;

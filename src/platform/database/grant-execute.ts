/** The end of a migration that makes functions: the application's role may call them, where it is not the owner. */
export const grantExecute = (...functions: readonly string[]): string => `
do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('grant execute on function ${functions.join(', ')} to %I', v_app);
  end if;
end
$rights$;`

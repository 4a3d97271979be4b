/** Statements of a migration about the application's role, each with one `%I` for its name. They run where it is not the owner. */
export const forApp = (...statements: readonly string[]): string => `
do $rights$
declare
  v_app text := current_setting('veralead.app_role');
begin
  if v_app <> current_user then
    ${statements.map((statement) => `execute format('${statement}', v_app);`).join('\n    ')}
  end if;
end
$rights$;`

/** The application's role may call these functions: by default it may call none. */
export const grantExecute = (...functions: readonly string[]): string =>
  forApp(`grant execute on function ${functions.join(', ')} to %I`)

/**
 * Tables whose rows are never changed or deleted: the application's role may select and insert, and a trigger refuses
 * all other changes to every role. That also holds where one role is both owner and application; the owner can disable the
 * trigger, which a maintenance command does and reports.
 */
export const onlyGrows = (...tables: readonly string[]): string =>
  tables
    .map(
      (table) => `
create trigger only_grows before update or delete or truncate on ${table}
  for each statement execute function platform_refuse_change();
${forApp(`revoke all on ${table} from %I`, `grant select, insert on ${table} to %I`)}`,
    )
    .join('\n')

/**
 * SQL of a migration that makes tables into ones whose rows are written once: the application's role may select and
 * insert, and a trigger refuses the rest to everybody. That holds where one role is both owner and application, too; its
 * owner can switch the trigger off, which a command for maintenance does and says. After `20261122-50-platform-only-grows`.
 */
export function onlyGrows(...tables: readonly string[]): string {
  return tables.map((table) => `select platform_make_only_grow('${table}');`).join('\n')
}

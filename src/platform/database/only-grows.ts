/**
 * SQL of a migration that makes tables append-only: the application's role may select and insert, and a trigger refuses
 * all other changes to every role. That also holds where one role is both owner and application; the owner can disable the
 * trigger, which a maintenance command does and reports. For migrations after `20261122-50-platform-only-grows`.
 */
export function onlyGrows(...tables: readonly string[]): string {
  return tables.map((table) => `select platform_make_only_grow('${table}');`).join('\n')
}

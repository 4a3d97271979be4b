/**
 * One forward step of the schema, run once, by the owner's role, in lexical order of the names of all modules:
 * `20261121-10-commerce-books`. Never edited after a release.
 */
export interface ModuleMigration {
  name: string
  sql: string
}

/**
 * One forward step of the schema, run once, by the owner's role, in lexical order of the names of all modules:
 * `20261121-01-commerce-orders`. Never edited after it has landed.
 */
export interface ModuleMigration {
  name: string
  sql: string
}

import { badParameter } from './stripe-error.ts'

/** One condition of Stripe's search language, such as `metadata['order']:'42'`. */
interface Clause {
  field: string
  key: string | undefined
  operator: string
  value: string
  negated: boolean
}

const clausePattern = /^(-?)(\w+)(?:\[(?:'|")([^'"]+)(?:'|")\])?(:|>=|<=|>|<)(?:'([^']*)'|"([^"]*)"|(\d+))$/

/** Parses a search query into a predicate for objects. All conditions are joined by AND. */
export function searchFor(query: string): (object: object) => boolean {
  const clauses = query
    .trim()
    .split(/\s+AND\s+/i)
    .map(readClause)
  return (object) =>
    clauses.every((clause) => holds(clause, object as Record<string, unknown>) !== clause.negated)
}

function readClause(text: string): Clause {
  const match = clausePattern.exec(text.trim())
  if (!match) throw badParameter('', 'query', `We were unable to parse your search query near: ${text}`)
  const [, minus, field = '', key, operator = ':', single, double, digits] = match
  return { field, key, operator, value: single ?? double ?? digits ?? '', negated: minus === '-' }
}

function holds(clause: Clause, object: Record<string, unknown>): boolean {
  const found = clause.key === undefined ? object[clause.field] : memberOf(object[clause.field], clause.key)
  if (found === undefined || found === null) return false
  if (clause.operator === ':') return String(found).toLowerCase() === clause.value.toLowerCase()
  const [left, right] = [Number(found), Number(clause.value)]
  if (clause.operator === '>') return left > right
  if (clause.operator === '<') return left < right
  return clause.operator === '>=' ? left >= right : left <= right
}

function memberOf(map: unknown, key: string): unknown {
  return typeof map === 'object' && map !== null ? (map as Record<string, unknown>)[key] : undefined
}

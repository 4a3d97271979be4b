import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const modules = join(import.meta.dirname, '../../src/modules')
/** The files of modules in which statements may be text, each with its reason (ADR 033). */
const allowed = JSON.parse(readFileSync(join(modules, 'sql-text.json'), 'utf8')) as Record<string, string>

const statement =
  /^\s*\(?(?:select\s|insert into\s|update \S+ (?:\S+ )?set\s|delete from\s|with \S+ as\s|copy \S+ [(fr]|(?:create|alter|drop|lock|truncate) table\s)/
const table =
  /\b(?:from|join|into|update)\s+(?:es\.|(?:platform|content|hooks|leads|identity|commerce|leadership|program|performance)_)\w/i

/** Lines of a file that hold SQL as text: the beginning of a statement, a part that names a table, or a call of `query`. */
function textsOf(source: string): number[] {
  const file = ts.createSourceFile('any.ts', source, ts.ScriptTarget.ESNext, true)
  const lines = new Set<number>()
  const visit = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? node.getText().slice(1)
      : ts.isStringLiteralLike(node)
        ? node.text.replace(/^\s*[A-Z]{4,} .*/s, (shouted) => shouted.toLowerCase())
        : ''
    const isQuery =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query'
    if (isQuery || statement.test(text) || table.test(text))
      lines.add(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...lines]
}

describe('statements of modules', () => {
  const found = globSync('**/*.ts', { cwd: modules })
    .filter((path) => !path.endsWith('migrations.ts'))
    .map((path) => ({ path, lines: textsOf(readFileSync(join(modules, path), 'utf8')) }))
    .filter(({ lines }) => lines.length > 0)

  it('given the real tree, then SQL as text is in the listed files only, and in each of them', () => {
    const unlisted = found.filter(({ path }) => !(path in allowed))
    expect(unlisted.map(({ path, lines }) => `${path}:${lines.join(',')}`)).toEqual([])
    const named = found.map(({ path }) => path)
    expect(Object.keys(allowed).filter((path) => !named.includes(path))).toEqual([])
  })

  it('given the list, then every file has a reason', () => {
    expect(Object.keys(allowed)).toEqual(Object.keys(allowed).toSorted())
    for (const [path, reason] of Object.entries(allowed)) expect(reason, path).toMatch(/^\w.{15,}\.$/)
  })

  it.each([
    "await sql.query('select id from identity_code')",
    'const text = `insert into leads_lead (id) values ($1)`',
    "const text = 'update content_schedule s set sent = true'",
    "const text = 'delete from anything where true'",
    'const text = `with a as (select 1) select * from a`',
    "const part = ' left join commerce_order o on o.id = x.id'",
    'await sql`select count(*) from leads_lead`.execute(tables)',
    "const text = 'DELETE FROM anything WHERE true'",
    'client.query(text)',
  ])('given %s, then the rule finds it', (source) => {
    expect(textsOf(source)).toEqual([1])
  })

  it.each([
    "tables(sql).selectFrom('leads_lead as l').select(['id', 'email']).where('id', '=', id)",
    "const message = 'Select a country, then update your address from the list.'",
    'const { query } = request',
  ])('given %s, then the rule lets it be', (source) => {
    expect(textsOf(source)).toEqual([])
  })
})

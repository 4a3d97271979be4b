import { StringDecoder } from 'node:string_decoder'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { failureOf } from './failures.ts'

/** PostgreSQL's text format of COPY: a line per row, fields between tabs, backslash escapes inside them. */
type Field = string | number | boolean | Date | readonly string[] | null | undefined

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** The fields of a line without its end; a null is not distinguished from the text of its sign. */
function fieldsOf(line: string): string[] {
  return line
    .split('\t')
    .map((field) =>
      field.includes('\\')
        ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
        : field,
    )
}

/** A line with its end. A list is written as an array of texts: `{"a","b"}`. */
export function lineOf(fields: readonly Field[]): string {
  return `${fields.map(textOf).join('\t')}\n`
}

function textOf(field: Field): string {
  if (field === null || field === undefined) return '\\N'
  if (field instanceof Date) return field.toISOString()
  if (typeof field === 'string') return withEscapes(field)
  if (typeof field !== 'object') return String(field)
  return withEscapes(`{${field.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`)
}

const withEscapes = (text: string): string => text.replace(/[\\\t\n\r]/g, (sign) => escaped[sign] ?? sign)

/**
 * The rows of a query as arrays of text, some at a time as they arrive: the fast way to read very many rows. PostgreSQL and
 * `pg` do far less work for such rows than for those of a statement. Read it to its end; nothing else may use the connection
 * meanwhile.
 * @param select contains no values from outside: COPY takes no parameters
 */
export async function* copiedRows(client: ClientBase, select: string): AsyncGenerator<string[][]> {
  const text = new StringDecoder('utf8')
  let rest = ''
  try {
    const chunks: AsyncIterable<Buffer> = client.query(copyTo(`copy (${select}) to stdout`))
    for await (const chunk of chunks) {
      const lines = (rest + text.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map(fieldsOf)
    }
  } catch (error) {
    throw failureOf(error)
  }
}

import { stderr, stdout } from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values']

interface Arguments<T extends Options> {
  values: Values<T>
  /** What is given besides options, in order. */
  words: string[]
  /** Ends the program with 2, for a value that it cannot take. */
  refuse(what: string): never
}

/**
 * Reads the arguments of a program of the command line, before it does anything. `--help` prints the usage and ends with 0;
 * an unknown option, a missing value or a word too many ends with 2 and one line before the usage.
 * @param options as `parseArgs` of `node:util` takes them
 * @param mostWords how many arguments besides options are taken
 */
export function readArguments<const T extends Options>(
  usage: string,
  options: T = {} as T,
  mostWords = 0,
): Arguments<T> {
  const given = process.argv.slice(2)
  const refuse = (what: string): never => {
    // With --json, programs read standard output.
    if (given.includes('--json')) stdout.write(`${JSON.stringify({ ok: false, error: what })}\n`)
    stderr.write(`${what}\n\n${usage}\n`)
    process.exit(2)
  }
  try {
    const parsed = parseArgs({
      args: given,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      allowNegative: true,
    })
    const { positionals } = parsed
    const values = parsed.values as Values<T> & { help?: boolean }
    if (values.help) {
      stdout.write(`${usage}\n`)
      process.exit(0)
    }
    const empty = Object.entries<unknown>(values).find(([, value]) => value === '')
    if (empty !== undefined) refuse(`--${empty[0]} needs a value`)
    if (positionals.length > mostWords) refuse(`"${positionals[mostWords]}" is not expected here`)
    return { values, words: positionals, refuse }
  } catch (error) {
    // `parseArgs` adds advice after its first sentence.
    return refuse((error as Error).message.split(/\.\s/)[0]!)
  }
}

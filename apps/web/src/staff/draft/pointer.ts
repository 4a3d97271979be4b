/** A JSON pointer (RFC 6901): `/pages/0/title`. The empty string is the whole value. */
export type Pointer = string

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** The pointer of an entry below another. */
export function below(pointer: Pointer, step: string | number): Pointer {
  return `${pointer}/${escaped(String(step))}`
}

/** The id of an element for the pointer, such as a button. */
export const idAt = (what: string, pointer: Pointer): string => `${what}${pointer.replace(/\W/g, '-')}`

/** The pointer for a path of zod. */
export function pointerOf(path: readonly PropertyKey[]): Pointer {
  return path.reduce<Pointer>((pointer, step) => below(pointer, String(step)), '')
}

/** The steps of a pointer, from the outside in. */
export function stepsOf(pointer: Pointer): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescaped)
}

/** The value at the pointer; undefined if there is none. */
export function readAt(value: unknown, pointer: Pointer): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (part, step) => (isHolder(part) ? (part as Record<string, unknown>)[step] : undefined),
    value,
  )
}

/**
 * A copy of `value` with `next` at the pointer; everything outside of the path is shared with the original.
 * `undefined` removes the entry: a key disappears, a list closes up.
 */
export function writeAt<T>(value: T, pointer: Pointer, next: unknown): T {
  return written(value, stepsOf(pointer), next) as T
}

function written(value: unknown, [step, ...rest]: string[], next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value)) {
    const index = Number(step)
    const entry = written(value[index], rest, next)
    return entry === undefined ? value.toSpliced(index, 1) : value.with(index, entry)
  }
  const holder: Record<string, unknown> = isHolder(value) ? { ...value } : {}
  const entry = written(holder[step], rest, next)
  if (entry === undefined) delete holder[step]
  else holder[step] = entry
  return holder
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

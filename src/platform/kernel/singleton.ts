import type { AbstractNewable, ContainerModuleLoadOptions } from 'inversify'

export type Bind = ContainerModuleLoadOptions['bind']
type Token<T> = AbstractNewable<T>
/** The token of a parameter; for a parameter that is an object of parts, an object of tokens. */
type Dependency<T> =
  | Token<T>
  | (T extends readonly unknown[] ? never : { readonly [K in keyof T]: Token<T[K]> })
/** The tokens to inject for the parameters `Args`, in their order. */
export type Dependencies<Args extends unknown[]> = NoInfer<{ [K in keyof Args]: Dependency<Args[K]> }>

/** Binds `Class` to a single instance, made with `dependencies` at its first use. */
export function singleton<T, Args extends unknown[]>(
  bind: Bind,
  Class: new (...args: Args) => T,
  ...dependencies: Dependencies<Args>
): void {
  singletonBy(bind, Class, (...args: Args) => new Class(...args), ...dependencies)
}

/** Binds `token` to a single instance of `Class`, which implements it. */
export function singletonAs<T, Args extends unknown[]>(
  bind: Bind,
  token: Token<T>,
  Class: new (...args: Args) => NoInfer<T>,
  ...dependencies: Dependencies<Args>
): void {
  singletonBy(bind, token, (...args: Args) => new Class(...args), ...dependencies)
}

/** Binds `token` to the result of the first call of `make`. */
export function singletonBy<T, Args extends unknown[]>(
  bind: Bind,
  token: Token<T>,
  make: (...args: Args) => NoInfer<T>,
  ...dependencies: Dependencies<Args>
): void {
  const wanted = dependencies as (Token<unknown> | Record<string, Token<unknown>>)[]
  const tokens = wanted.flatMap((each) => (typeof each === 'function' ? each : Object.values(each)))
  const made = (...values: unknown[]): T => {
    const args = wanted.map((each) =>
      typeof each === 'function'
        ? values.shift()
        : Object.fromEntries(Object.keys(each).map((part) => [part, values.shift()])),
    )
    return make(...(args as Args))
  }
  bind(token).toResolvedValue(made, tokens).inSingletonScope()
}

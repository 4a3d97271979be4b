import type { AbstractNewable, ContainerModuleLoadOptions } from 'inversify'

export type Bind = ContainerModuleLoadOptions['bind']
type Token<T> = AbstractNewable<T>
/** The token of a parameter, or an object of tokens where the parameter is an object of parts. */
type Dependency<T> =
  | Token<T>
  | (T extends readonly unknown[] ? never : { readonly [K in keyof T]: Token<T[K]> })
/** What to inject for the parameters `Args`, in their order. */
export type Dependencies<Args extends unknown[]> = NoInfer<{ [K in keyof Args]: Dependency<Args[K]> }>

/** Binds `Class` to its one instance, made with `dependencies` when it is first asked for. */
export function singleton<T, Args extends unknown[]>(
  bind: Bind,
  Class: new (...args: Args) => T,
  ...dependencies: Dependencies<Args>
): void {
  singletonBy(bind, Class, (...args: Args) => new Class(...args), ...dependencies)
}

/** Binds `token` to one instance of `Class`, which implements it. */
export function singletonAs<T, Args extends unknown[]>(
  bind: Bind,
  token: Token<T>,
  Class: new (...args: Args) => NoInfer<T>,
  ...dependencies: Dependencies<Args>
): void {
  singletonBy(bind, token, (...args: Args) => new Class(...args), ...dependencies)
}

/** Binds `token` to what `make` returns the first time. */
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

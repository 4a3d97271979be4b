import type { AbstractNewable } from 'inversify'
import { type Bind, singleton, singletonAs } from './singleton.ts'

type Tokens = Readonly<Record<string, AbstractNewable<unknown>>>
/** What a class gets that says `static readonly needs = { database: Database, … }`. */
export type Given<N extends Tokens> = { readonly [K in keyof N]: InstanceType<N[K]> }
/** A class that names its parts once, with the tokens to inject for them; its constructor takes nothing else. */
interface ClassWithNeeds<T, N extends Tokens> {
  readonly needs: N
  new (parts: Given<N>): T
}

/** Binds each class to a single instance, made of what it needs at its first use. */
export function bindAll<N extends readonly Tokens[]>(
  bind: Bind,
  ...classes: { [K in keyof N]: ClassWithNeeds<unknown, N[K]> }
): void {
  for (const Class of classes as readonly ClassWithNeeds<unknown, Tokens>[])
    singleton(bind, Class, Class.needs as never)
}

/** Binds `token` to a single instance of `Class`, which implements it. */
export function bindAs<T, N extends Tokens>(
  bind: Bind,
  token: AbstractNewable<T>,
  Class: ClassWithNeeds<NoInfer<T>, N>,
): void {
  singletonAs(bind, token, Class as never, Class.needs as never)
}

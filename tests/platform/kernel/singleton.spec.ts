import 'reflect-metadata'
import { Container, ContainerModule } from 'inversify'
import { expect, test } from 'vitest'
import { type ApiRouter, bindRoutes, Routes } from '#platform/http/routes.ts'
import { bindAll, bindAs, type Given } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'

abstract class Shelf {
  abstract readonly books: number
}
class Wood {
  readonly kind = 'oak'
}
class Nails {
  readonly count = 12
}
class Bookcase extends Shelf {
  readonly books = 40
  readonly wood: Wood
  readonly parts: { nails: Nails; more: Wood }

  constructor(wood: Wood, parts: { nails: Nails; more: Wood }) {
    super()
    this.wood = wood
    this.parts = parts
  }
}

class Chest extends Shelf {
  static readonly needs = { wood: Wood, nails: Nails }
  readonly books = 3
  readonly parts: Given<typeof Chest.needs>

  constructor(parts: Given<typeof Chest.needs>) {
    super()
    this.parts = parts
  }
}
class Greedy {
  static readonly needs = { wood: Wood }
  readonly nails: Nails

  constructor(parts: { wood: Wood; nails: Nails }) {
    this.nails = parts.nails
  }
}

test('given a class that names what it needs, then it is made once, of the instances of its tokens', () => {
  const container = new Container()
  container.load(
    new ContainerModule(({ bind }) => {
      singleton(bind, Wood)
      singleton(bind, Nails)
      bindAll(bind, Chest)
      bindAs(bind, Shelf, Chest)
    }),
  )
  const parts = { wood: container.get(Wood), nails: container.get(Nails) }
  for (const token of [Chest, Shelf]) {
    expect(container.get(token)).toEqual({ books: 3, parts })
    expect(container.get(token)).toBe(container.get(token))
  }
})

test('given a class with its dependencies, one of them an object of parts, then every token resolves to one instance', () => {
  const container = new Container()
  const module = new ContainerModule(({ bind }) => {
    singleton(bind, Wood)
    singleton(bind, Nails)
    singletonAs(bind, Shelf, Bookcase, Wood, { nails: Nails, more: Wood })
  })
  container.load(module)
  const shelf = container.get(Shelf)
  const wood = container.get(Wood)
  expect(shelf).toBeInstanceOf(Bookcase)
  expect(shelf).toBe(container.get(Shelf))
  expect(shelf).toEqual({ books: 40, wood, parts: { nails: container.get(Nails), more: wood } })
  expect((shelf as Bookcase).wood).toBe(wood)
})

test('given routes with their dependencies, then mounting hands them on in their order', () => {
  const container = new Container()
  const mounted: unknown[] = []
  container.load(
    new ContainerModule(({ bind }) => {
      singleton(bind, Wood)
      singleton(bind, Nails)
      bindRoutes(bind, (api, wood: Wood, nails: Nails) => mounted.push(api, wood, nails), Wood, Nails)
    }),
  )
  const api: ApiRouter = { serve: () => undefined }
  for (const each of container.getAll(Routes)) each.mount(api)
  expect(mounted).toEqual([api, container.get(Wood), container.get(Nails)])
})

test('given dependencies in a wrong order, one too few or another class, then the compiler refuses the binding', () => {
  const typed = (bind: Bind) => {
    // @ts-expect-error the second dependency is missing
    singleton(bind, Bookcase, Wood)
    // @ts-expect-error the order is wrong
    singleton(bind, Bookcase, { nails: Nails, more: Wood }, Wood)
    // @ts-expect-error a part is of another class
    singleton(bind, Bookcase, Wood, { nails: Wood, more: Wood })
    // @ts-expect-error a part is missing
    singleton(bind, Bookcase, Wood, { nails: Nails })
    // @ts-expect-error one dependency too many
    singleton(bind, Wood, Nails)
    // @ts-expect-error the class does not implement the token
    singletonAs(bind, Shelf, Wood)
    // @ts-expect-error the constructor takes a part that the class does not name
    bindAll(bind, Chest, Greedy)
    // @ts-expect-error the class does not implement the token
    bindAs(bind, Wood, Chest)
    // @ts-expect-error the order is wrong
    bindRoutes(bind, (_api, _wood: Wood, _nails: Nails) => undefined, Nails, Wood)
  }
  expect(typed).toBeTypeOf('function')
})

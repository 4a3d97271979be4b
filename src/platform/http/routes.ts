import type { Access, Endpoint, InputOf, OutputOf } from '../contract/endpoint.ts'
import { type Bind, type Dependencies, singletonBy } from '../kernel/singleton.ts'
import type { Call, CustomerActor, StaffActor } from './call.ts'

/** An answer with another status than 200, or with extra headers. */
export class Reply<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>

  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

type ActorFor<A extends Access> = A extends 'customer'
  ? CustomerActor
  : A extends { staff: unknown }
    ? StaffActor
    : Call['actor']

export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  call: Call<ActorFor<E['access']>>,
) => Promise<OutputOf<E> | Reply<OutputOf<E>>>

/** Registers a module's endpoints; it enforces access, limit, parsing and the schema of the answer. */
export interface ApiRouter {
  // biome-ignore lint/suspicious/noExplicitAny: any endpoint may be served; its own types flow into the handler
  serve<E extends Endpoint<any, any, any, any, any, any, any>>(endpoint: E, handler: Handler<E>): void
}

/** Routes of a module; `site.ts` mounts them all. */
export abstract class Routes {
  abstract mount(api: ApiRouter): void
}

/** Binds the routes of a module: `mount` gets the router and the `dependencies`. */
export function bindRoutes<Args extends unknown[]>(
  bind: Bind,
  mount: (api: ApiRouter, ...args: Args) => void,
  ...dependencies: Dependencies<Args>
): void {
  const routesOf = (...args: Args): Routes => ({ mount: (api) => mount(api, ...args) })
  singletonBy(bind, Routes, routesOf, ...dependencies)
}

/** Finds the person or member of staff of a request's cookies. The identity module implements it. */
export abstract class Authenticator {
  /** `session` is the value of the customer cookie. Null when unknown, expired or revoked. */
  abstract customer(session: string): Promise<CustomerActor | null>
  /** `session` is the value of the staff cookie. */
  abstract staff(session: string): Promise<StaffActor | null>
  static readonly customerCookie = 'session'
  static readonly staffCookie = 'staff'
}

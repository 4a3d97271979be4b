import type { Request, Response } from 'express'
import type { CookieName } from '../contract/browser-storage.ts'
import type { Actor } from '../kernel/actor.ts'

export type CustomerActor = Extract<Actor, { kind: 'customer' }>
export type StaffActor = Extract<Actor, { kind: 'staff' }>

export interface SetCookie {
  /** The bare name; production adds the `__Host-` prefix and Secure. */
  name: CookieName
  value: string
  /** Seconds; a session cookie of the browser when absent. */
  maxAge?: number
}

/** One request as its handler gets it, besides the parsed input. */
export interface Call<A extends Actor = Actor> {
  /** Of the kind the endpoint's access demands; `guest` on public endpoints (use `customer()` there). */
  actor: A
  /** The signed-in customer on a public endpoint, looked up at the first call; null for other callers. */
  customer(): Promise<CustomerActor | null>
  /** The signed-in member of staff on a public endpoint, looked up at the first call; null for other callers. */
  staff(): Promise<StaffActor | null>
  requestId: string
  /** The caller's address, after the configured number of proxies. */
  address: string
  header(name: string): string | undefined
  /** By bare name, see `SetCookie`. HttpOnly, SameSite=Lax, Path=/. */
  cookie(name: CookieName): string | undefined
  setCookie(cookie: SetCookie): void
  clearCookie(name: CookieName): void
  /** Only for endpoints whose response is `stream`. */
  req: Request
  res: Response
}

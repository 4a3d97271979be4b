import type { Request, Response } from 'express'
import type { CookieName } from '../contract/browser-storage.ts'
import type { Access, Endpoint } from '../contract/endpoint.ts'
import { type StaffRole, staffRoles } from '../kernel/actor.ts'
import { AppError } from '../kernel/error.ts'
import { currentWork } from '../telemetry/current-work.ts'
import { plainAddress } from './address-limits.ts'
import type { Call, CustomerActor, StaffActor } from './call.ts'
import type { CookieJar } from './cookies.ts'
import { requestIdOf } from './request-context.ts'
import { Authenticator } from './routes.ts'

// Our session values have 43 characters; a much longer value is not looked up.
const longestSession = 512

/** Builds the `Call` of one request, and admits or refuses it by the endpoint's declared access. */
export class AccessChecks {
  readonly #authenticator: Authenticator
  readonly #cookies: CookieJar

  constructor(authenticator: Authenticator, cookies: CookieJar) {
    this.#authenticator = authenticator
    this.#cookies = cookies
  }

  /** @throws AppError `unauthenticated` (code `UNAUTHENTICATED`) or `forbidden` (code `FORBIDDEN`) */
  async admit(endpoint: Pick<Endpoint, 'access'>, req: Request, res: Response): Promise<Call> {
    const call = this.#callOf(req, res)
    const { access } = endpoint
    if (access === 'public') return call
    if (access === 'provider') return { ...call, actor: { kind: 'provider', name: 'stripe' } }
    const actor = access === 'customer' ? await call.customer() : await call.staff()
    if (!actor)
      throw new AppError(
        'unauthenticated',
        'UNAUTHENTICATED',
        'Authentication required. Please log in again.',
      )
    if (access !== 'customer' && actor.kind === 'staff' && !mayCall(access.staff, actor.role)) {
      throw new AppError('forbidden', 'FORBIDDEN', 'Your role does not allow this.')
    }
    return { ...call, actor }
  }

  #callOf(req: Request, res: Response): Call {
    const cookies = this.#cookies
    const cookie = (name: CookieName) => cookies.read(req.headers.cookie, name)
    const lookUp = <A extends CustomerActor | StaffActor>(
      name: CookieName,
      find: (session: string) => Promise<A | null>,
    ) => {
      let found: Promise<A | null> | undefined
      return () => {
        found ??= (async () => {
          const session = cookie(name)
          if (session === undefined || session === '' || session.length > longestSession) return null
          const actor = await find(session)
          // An answer to a signed-in person must not be stored by any cache on the way.
          if (actor) {
            res.locals.signedIn = true
            const work = currentWork()
            if (work)
              work.actor = actor.kind === 'staff' ? `staff:${actor.staffId}` : `customer:${actor.userId}`
          }
          return actor
        })()
        return found
      }
    }
    return {
      actor: { kind: 'guest' },
      customer: lookUp<CustomerActor>(Authenticator.customerCookie, (s) => this.#authenticator.customer(s)),
      staff: lookUp<StaffActor>(Authenticator.staffCookie, (s) => this.#authenticator.staff(s)),
      requestId: requestIdOf(res),
      address: addressOf(req),
      header: (name) => req.get(name),
      cookie,
      setCookie: (wanted) => cookies.set(res, wanted),
      clearCookie: (name) => cookies.clear(res, name),
      req,
      res,
    }
  }
}

/**
 * The caller's address after the configured number of proxies, without port and IPv6 wrapping. A value in
 * X-Forwarded-For that is no address cannot be counted: then the connection's own address is used.
 */
export function addressOf(req: Request): string {
  return plainAddress(req.ip ?? '') ?? plainAddress(req.socket.remoteAddress ?? '') ?? 'unknown'
}

function mayCall(roles: readonly StaffRole[], role: StaffRole): boolean {
  return role === 'owner' || roles.includes(role)
}

/** @throws Error at start, for a declaration without access that circumvented the type check */
export function demandAccess(endpoint: { method: string; path: string; access?: Access }): void {
  const { access } = endpoint
  if (access === 'public' || access === 'customer' || access === 'provider') return
  const roles = typeof access === 'object' && access !== null ? access.staff : undefined
  if (Array.isArray(roles) && roles.length > 0 && roles.every((role) => staffRoles.includes(role))) return
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare who may call it`)
}

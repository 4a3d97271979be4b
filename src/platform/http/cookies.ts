import { parse } from 'cookie'
import type { Response } from 'express'
import type { CookieName } from '../contract/browser-storage.ts'
import type { SetCookie } from './call.ts'

/** The product's cookies: HttpOnly, SameSite=Lax, Path=/; in production Secure with the `__Host-` prefix. */
export interface CookieJar {
  /** The value by bare name; undefined when it was not sent. When a name is sent twice, the first value counts. */
  read(header: string | undefined, name: CookieName): string | undefined
  set(res: Response, cookie: SetCookie): void
  clear(res: Response, name: CookieName): void
}

export function cookieJar(production: boolean): CookieJar {
  const fullName = (name: CookieName) => (production ? `__Host-${name}` : name)
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: production } as const
  return {
    read: (header, name) => (header === undefined ? undefined : parse(header)[fullName(name)]),
    set(res, { name, value, maxAge }) {
      const lifetime = maxAge === undefined ? {} : { maxAge: maxAge * 1000 }
      res.cookie(fullName(name), value, { ...options, ...lifetime })
    },
    clear(res, name) {
      res.clearCookie(fullName(name), options)
    },
  }
}

import type { Response } from 'express'
import type { CookieName } from '../contract/browser-storage.ts'
import type { SetCookie } from './call.ts'

/** The product's cookies: HttpOnly, SameSite=Lax, Path=/; in production Secure with the `__Host-` prefix. */
export interface CookieJar {
  /** The value by bare name; undefined when it was not sent. The last one wins when a name is sent twice. */
  read(header: string | undefined, name: CookieName): string | undefined
  set(res: Response, cookie: SetCookie): void
  clear(res: Response, name: CookieName): void
}

export function cookieJar(production: boolean): CookieJar {
  const fullName = (name: CookieName) => (production ? `__Host-${name}` : name)
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: production } as const
  return {
    read: (header, name) => cookieValue(header, fullName(name)),
    set(res, { name, value, maxAge }) {
      const lifetime = maxAge === undefined ? {} : { maxAge: maxAge * 1000 }
      res.cookie(fullName(name), value, { ...options, ...lifetime })
    },
    clear(res, name) {
      res.clearCookie(fullName(name), options)
    },
  }
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  let found: string | undefined
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) found = part.slice(equals + 1).trim()
  }
  if (found === undefined) return undefined
  try {
    return decodeURIComponent(found)
  } catch {
    return found
  }
}

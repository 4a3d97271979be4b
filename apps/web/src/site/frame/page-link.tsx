import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

/** A link that is marked on its page and on the pages below it. The router's own parses two addresses at each navigation. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

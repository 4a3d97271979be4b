import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom'
import { holdRequests } from './lib/after-paint.ts'
import { isPrepared } from './page-stage.tsx'
import { routeOf } from './routes.ts'

/**
 * The browser router with one difference: a page that is rendered already is opened within the click. As a transition, which
 * opens every other page in small tasks, it would be painted a frame later.
 */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ window, v5Compat: true }))
  const [{ location, action }, setState] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (isPrepared(routeOf(next.location.pathname))) {
          holdRequests()
          setState(next)
        } else {
          startTransition(() => setState(next))
        }
      }),
    [history],
  )
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

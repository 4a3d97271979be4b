import { useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type To } from 'react-router-dom'

/** The router's history. */
export interface SiteHistory {
  readonly location: { pathname: string; search: string; hash: string; state: unknown }
  push: (to: To, state?: unknown) => void
  replace: (to: To, state?: unknown) => void
}

/**
 * For event handlers and effects. Unlike useNavigate and useLocation, it does not render its component again at each
 * navigation: of a page that was prepared, that would be the whole page within the click.
 */
export function useHistory(): SiteHistory {
  return useContext(NavigationContext).navigator as unknown as SiteHistory
}

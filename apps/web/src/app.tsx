import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { repeatActions, repeatInput } from './first-load/early-input.ts'
import { useHydrating } from './first-load/hydrating.ts'
import { useAuthWatch } from './lib/auth.ts'
import { pageArrived } from './lib/page-arrival.ts'
import { WholeSite } from './lib/whole-site.ts'
import { PageStage } from './page-stage.tsx'
import { aliases, routeOf, type SiteRoute } from './routes.ts'
import { Footer } from './site/frame/footer.tsx'
import { Header, isBuying, isPaying } from './site/frame/header.tsx'
import { JoinProvider } from './site/frame/join.tsx'
import styles from './site/frame/shell.module.css'
import { AddedSections } from './ui/added-section.tsx'
import './ui/ground.css'
import { Spinner } from './ui/surface.tsx'

/** The site inside its providers: the routes, each between header and footer. */
export function App() {
  useAuthWatch()
  useScrollToTop()
  // Only the matching route: given all of them, the router would rank them all at each navigation.
  const { pathname } = useLocation()
  const route = routeOf(pathname)
  return (
    <JoinProvider>
      <WholeSite value={App}>
        <Routes>
          {route ? (
            <Route
              path={route.below ? `${route.path}/*` : route.path}
              element={<Screen route={route} pathname={pathname} />}
            />
          ) : null}
          {Object.entries(aliases).map(([path, target]) => (
            <Route key={path} path={path} element={<Alias target={target} />} />
          ))}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </WholeSite>
    </JoinProvider>
  )
}

function Screen({ route, pathname }: { route: SiteRoute; pathname: string }) {
  const { search } = useLocation()
  // The server renders the page without the query, which is applied right after hydration.
  const buying = !useHydrating() && isBuying(pathname, search)
  if (route.bare) return <PageContent key={route.path} route={route} />
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link without script, a shortcut with it */}
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <Header paying={isPaying(pathname)} buying={buying} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <PageStage route={route} Content={PageContent} />
      </main>
      <Footer paying={isPaying(pathname)} />
    </>
  )
}

/** Memoized: rendered again for another page only, not for each change of the address. */
const PageContent = memo(function PageContent({ route }: { route: SiteRoute }) {
  const Content = route.page
  return (
    <Suspense fallback={<Waiting text={route.waiting} />}>
      <Hydrated>
        <Content />
        {route.content && !route.ordered ? <AddedSections route={route.content} /> : null}
      </Hydrated>
    </Suspense>
  )
})

/** Inside the Suspense boundary: early input and clicks are repeated only once the page itself is hydrated. */
function Hydrated({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    if (root) repeatInput(root)
  }, [])
  useEffect(() => {
    const root = document.getElementById('root')
    if (root) repeatActions(root)
  }, [])
  const { pathname, key } = useLocation()
  const followed = useNavigationType() !== 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => pageArrived(pathname, followed), [pathname, followed, key])
  return children
}

/** Moves the focus only: a change of the address would render the page again. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Waiting({ text }: { text: string | undefined }) {
  return (
    <div className={styles.waiting}>
      <Spinner {...(text && { label: text })} />
    </div>
  )
}

function Alias({ target }: { target: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={`${target}${search}${hash}`} replace />
}

/** A new page starts at its top, or at the element of the address's fragment; Back keeps the position the browser restores. */
function useScrollToTop(): void {
  const { pathname, hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path alone decides
  useEffect(() => {
    // A fragment may also contain the figures of the calculator, or the id of an element that does not exist.
    if (key === 'default' || document.getElementById(hash.slice(1))) return
    window.scrollTo(0, 0)
  }, [pathname])
}

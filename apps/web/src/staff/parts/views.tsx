import type { ReactNode } from 'react'
import { Navigate, NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { useLastPlaces } from './last-places.ts'
import styles from './views.module.css'

export interface View {
  /** The path below the address of the tab. */
  path: string
  label: string
  element: ReactNode
}

interface ViewsProps {
  /** The address of the tab. */
  base: string
  label: string
  views: readonly View[]
  /** All views stay mounted, so that text typed in one is kept while another is shown. */
  keepMounted?: boolean
}

/** The views of a tab: a row of links, each with its own address, and the shown view. The first is the default. */
export function Views({ base, label, views, keepMounted = false }: ViewsProps) {
  const { pathname } = useLocation()
  const [first] = views
  const shown = views.find(({ path }) => pathname.startsWith(`${base}/${path}`))
  const places = useLastPlaces(shown?.path)
  return (
    <>
      <nav className={styles.views} aria-label={label}>
        {views.map(({ path, label: name }) => (
          <NavLink key={path} className={styles.view ?? ''} to={places.get(path) ?? `${base}/${path}`}>
            {name}
          </NavLink>
        ))}
      </nav>
      {keepMounted
        ? views.map((view) => (
            <div key={view.path} hidden={view !== shown}>
              {view.element}
            </div>
          ))
        : null}
      <Routes>
        {views.map(({ path, element }) => (
          <Route key={path} path={`${path}/*`} element={keepMounted ? null : element} />
        ))}
        <Route path="*" element={<Navigate to={`${base}/${first?.path ?? ''}`} replace />} />
      </Routes>
    </>
  )
}

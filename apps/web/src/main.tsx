import { lazy, StrictMode, Suspense, startTransition, useEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { request } from './lib/call.ts'
import { type ClientConfig, configFrom, defaultConfig } from './lib/config.ts'
import { primeContent } from './lib/content.ts'
import { watchHistory } from './lib/leave-guard.ts'
import { useToastsWanted } from './lib/notify.ts'
import { loadNextPages } from './next-page.ts'
import './lib/loaded-document.ts'
import { readSnapshot } from './first-load/snapshot.ts'
import { createQueryClient } from './lib/query-client.ts'
import { traceCalls } from './lib/traceparent.ts'
import { routeOf } from './routes.ts'
import styles from './site/frame/shell.module.css'
import { Tracking } from './site/frame/tracking.tsx'
import { SiteRouter } from './site-router.tsx'
import { Providers } from './ui/providers.tsx'

const Toasts = lazy(() => import('./lib/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))
const client = createQueryClient()
const rendered = document.getElementById('root')?.dataset.start !== undefined
const snapshot = rendered ? readSnapshot() : undefined
const requested = snapshot ? undefined : request('GET', '/api/config').then(configFrom, () => undefined)
void (requested ?? Promise.resolve(snapshot?.config)).then((config) => config?.tracing && traceCalls())

/**
 * Shows "Loading..." until the configuration has loaded. A rendered document contains it, so it sends no request and
 * shows no loading screen. If the call fails, the defaults apply.
 */
function Site() {
  const [config, setConfig] = useState<ClientConfig | undefined>(snapshot?.config)
  const toasts = useToastsWanted()
  useEffect(() => {
    void requested?.then((answer) => setConfig(answer ?? defaultConfig))
  }, [])
  if (!config) return <p className={styles.starting}>Loading...</p>
  return (
    <Providers client={client} config={config}>
      <SiteRouter>
        <App />
        <Tracking />
      </SiteRouter>
      {toasts ? (
        <Suspense>
          <Toasts />
        </Suspense>
      ) : null}
    </Providers>
  )
}

async function start(): Promise<void> {
  watchHistory()
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no element with the id "root"')
  primeContent(client, snapshot?.content)
  loadNextPages(client)
  const route = routeOf(window.location.pathname)
  await route?.page.preload().catch(() => undefined)
  const site = (
    <StrictMode>
      <Site />
    </StrictMode>
  )
  // As a transition, hydration is split into small tasks: the page stays responsive meanwhile.
  if (rendered) startTransition(() => void hydrateRoot(root, site))
  else createRoot(root).render(site)
}

// In a separate task: evaluating the libraries took one already, and between the two the page can handle input.
setTimeout(() => void start())

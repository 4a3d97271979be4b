import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ClientConfig, ConfigContext } from '../lib/config.ts'
import { ErrorBoundary } from './error-fallback.tsx'

/** The contexts of every screen. The router, which differs between browser and server, is among the children. */
export function Providers({
  client,
  config,
  children,
}: {
  client: QueryClient
  config: ClientConfig
  children: ReactNode
}) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <ConfigContext value={config}>{children}</ConfigContext>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

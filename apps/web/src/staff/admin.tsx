import { lazy } from 'react'
import { AdminApp } from './admin-app.tsx'
import type { AdminPanel } from './admin-panel.ts'

const OrdersPanel = lazy(() =>
  import('./finance/orders-panel.tsx').then((module) => ({ default: module.OrdersPanel })),
)
const FinancePanel = lazy(() =>
  import('./finance/finance-panel.tsx').then((module) => ({ default: module.FinancePanel })),
)

/** Tabs that other features bring to the admin screen. */
const panels: readonly AdminPanel[] = [
  { id: 'orders', label: 'Orders', roles: ['finance', 'viewer'], Panel: OrdersPanel },
  { id: 'finance', label: 'Finance', roles: ['finance', 'viewer'], Panel: FinancePanel },
]

export function Page() {
  return <AdminApp panels={panels} />
}

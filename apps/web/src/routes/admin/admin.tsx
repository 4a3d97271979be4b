import { AdminApp } from '../../features/admin/admin-app.tsx'
import type { AdminPanel } from '../../features/admin/admin-panel.ts'

/** Tabs that other features bring to the admin screen. */
const panels: readonly AdminPanel[] = []

export function Page() {
  return <AdminApp panels={panels} />
}

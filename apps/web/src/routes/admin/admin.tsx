import { AdminApp, type AdminPanel } from '../../features/admin/admin-app.tsx'

/** Tabs that other features bring to the admin screen. */
const panels: readonly AdminPanel[] = []

export function Page() {
  return <AdminApp panels={panels} />
}

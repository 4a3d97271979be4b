import { useContext, useMemo } from 'react'
import { PreviewFrame } from '../../features/admin/preview/preview-frame.tsx'
import { WholeSite } from '../../lib/whole-site.ts'

export function Page() {
  const Site = useContext(WholeSite)
  return <PreviewFrame site={useMemo(() => <Site />, [Site])} />
}

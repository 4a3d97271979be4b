import { useContext, useMemo } from 'react'
import { WholeSite } from '../../lib/whole-site.ts'
import { PreviewFrame } from './preview-frame.tsx'

export function Page() {
  const Site = useContext(WholeSite)
  return <PreviewFrame site={useMemo(() => <Site />, [Site])} />
}

import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Notice } from '../../ui/surface.tsx'
import type { Tree } from '../api.ts'
import { useProblemCount } from '../draft/draft-context.tsx'
import { fieldAddress } from '../frame/addresses.ts'
import styles from './preview.module.css'
import { type PreviewDraft, type PreviewPick, previewAddress, previewReady } from './preview-message.ts'

const widths = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof widths

/** A preview of the page with the unsaved changes. Invalid content is not shown. */
export function PreviewPane({ route, tree, dirty }: { route: string; tree: Tree; dirty: boolean }) {
  const [device, setDevice] = useState<Device>('phone')
  const frame = useRef<HTMLIFrameElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const problems = useProblemCount('/pages')
  const latest = useRef<PreviewDraft>(undefined)
  const section = useSectionAtWork()
  const navigate = useNavigate()

  useEffect(() => {
    if (problems > 0) return
    const timer = window.setTimeout(() => {
      latest.current = { kind: 'preview-draft', route, pages: tree.pages, ...(section && { section }) }
      post(frame.current, latest.current)
      // Longer than the delay of validation, so that an invalid value is never sent.
    }, 400)
    return () => window.clearTimeout(timer)
  }, [route, tree, problems, section])

  useEffect(() => {
    const receive = (event: MessageEvent): void => {
      const ready = event.source === frame.current?.contentWindow && event.origin === window.location.origin
      if (ready && event.data?.kind === previewReady.kind && latest.current)
        post(frame.current, latest.current)
      const { kind, pointer } = (event.data ?? {}) as Partial<PreviewPick>
      if (ready && kind === 'preview-pick' && typeof pointer === 'string' && latest.current)
        void navigate(fieldAddress(latest.current.pages, pointer), { replace: true })
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [navigate])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const scale = Math.min(1, element.clientWidth / widths[device])
      element.style.setProperty('--frame-width', `${widths[device]}px`)
      element.style.setProperty('--frame-height', `${element.clientHeight / scale}px`)
      element.style.setProperty('--frame-scale', String(scale))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [device])

  return (
    <section className={styles.pane} aria-label="Preview">
      <header className={styles.head}>
        <h2>Preview</h2>
        <p>{dirty ? 'Not saved, not published' : 'The saved version'}</p>
        <fieldset className={styles.devices}>
          <legend className="visually-hidden">Width of the preview</legend>
          {(['phone', 'desktop'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="preview-width"
                checked={device === each}
                onChange={() => setDevice(each)}
              />
              {each === 'phone' ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
              {each === 'phone' ? 'Phone' : 'Desktop'}
            </label>
          ))}
        </fieldset>
      </header>
      {problems > 0 ? (
        <Notice tone="warn">
          {problems === 1 ? 'One field' : `${problems} fields`} must be fixed first. The preview shows the
          last valid content.
        </Notice>
      ) : null}
      <div ref={stage} className={styles.stage} data-device={device}>
        <iframe ref={frame} className={styles.frame} src={previewAddress} title={`Preview of ${route}`} />
      </div>
    </section>
  )
}

function post(frame: HTMLIFrameElement | null, draft: PreviewDraft): void {
  frame?.contentWindow?.postMessage(draft, window.location.origin)
}

/** The section that had the focus last, which is the edited one. */
function useSectionAtWork(): string | undefined {
  const [section, setSection] = useState<string>()
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const within = target instanceof Element ? target.closest<HTMLElement>('[data-section-id]') : null
      if (within) setSection(within.dataset.sectionId)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  return section
}

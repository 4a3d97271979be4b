import { Download } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import type { offeredPapers } from '#modules/commerce/vendor-pack/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { linkClass } from '../../ui/button.tsx'
import styles from './quote.module.css'

/** The papers that procurement asks for; nothing while there are none. @param quote the key of a quote instead of an account */
export function VendorPapers({ quote }: { quote?: string }) {
  const { hash } = useLocation()
  const sent = { query: quote === undefined ? {} : { quote } }
  const { data } = useAnswer<typeof offeredPapers>('/api/vendor-papers', sent, { area: 'quote' })
  if (!data?.papers.length) return null
  // A link of a mail leads to this section before the papers are loaded.
  const show = (section: HTMLElement | null) => hash === '#papers' && section?.scrollIntoView()
  return (
    <section ref={(section) => void show(section)} className={styles.form} aria-labelledby="papers">
      <h2 id="papers">For your procurement</h2>
      <div className={styles.tools}>
        {data.papers.map(({ id, title }) => (
          <a
            key={id}
            className={linkClass({ variant: 'secondary' })}
            href={`/api/vendor-papers/${id}/pdf${quote === undefined ? '' : `?quote=${quote}`}`}
            target="_blank"
            rel="noopener"
          >
            <Download aria-hidden="true" />
            {title}
          </a>
        ))}
      </div>
    </section>
  )
}

import { useEffect, useRef, useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { Fields } from '#modules/content/contract.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { AssetImage, MediaImage } from '../../ui/asset-image.tsx'
import { Container } from '../../ui/page.tsx'
import frame from './home.module.css'
import styles from './timeline.module.css'

type Item = Fields<'ideation-reality'>['timelineItems'][number]

/** Five steps on one line; each shows more on hover, on focus and on tap. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'ideation-reality')
  const items = [...fields.timelineItems].sort((a, b) => a.order - b.order)
  return (
    <section className={frame.section} aria-labelledby="timeline-title">
      <Container>
        <div className={styles.head}>
          <h2 id="timeline-title" className={weightOf(fields.title)}>
            {wordsOf(fields.title)}
          </h2>
          {fields.subtitle ? <p className={frame.lead}>{wordsOf(fields.subtitle)}</p> : null}
        </div>
        <ol className={styles.line}>
          {items.map((item, index) => {
            const next = items[index + 1]
            const path = fields.pathImages.find(({ from, to }) => from === item.id && to === next?.id)
            return <Step key={item.id} item={item} number={index + 1} path={path?.image} />
          })}
        </ol>
      </Container>
    </section>
  )
}

function Step({ item, number, path }: { item: Item; number: number; path: string | undefined }) {
  const [open, setOpen] = useState(false)
  const [inView, place] = useInView()
  // A phone shows closed cards as their titles. With this value, which React does not know, the browser's search still
  // finds the rest, and opens the card.
  useEffect(() => {
    const card = place.current?.firstElementChild
    const reveal = (): void => setOpen(true)
    const parts = open ? [] : [...(card?.querySelectorAll('[data-folded]') ?? [])]
    for (const part of parts) part.setAttribute('hidden', 'until-found')
    card?.addEventListener('beforematch', reveal)
    return () => {
      for (const part of parts) part.removeAttribute('hidden')
      card?.removeEventListener('beforematch', reveal)
    }
  }, [open, place])
  return (
    <li className={styles.step} ref={place} data-in-view={inView || undefined}>
      <article className={styles.card} data-open={open || undefined}>
        <div className={styles.window} data-folded>
          <MediaImage media={item.media} width={360} height={240} className={styles.picture} />
          <div className={styles.details} id={`step-${item.id}`}>
            <p className={styles.detailsTitle}>{wordsOf(item.descTitle)}</p>
            <p>{wordsOf(item.descText)}</p>
          </div>
        </div>
        <div className={styles.caption}>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          <h3>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={`step-${item.id}`}
              onClick={() => setOpen(!open)}
              onBlur={() => setOpen(false)}
            >
              {wordsOf(item.boxTitle)}
            </button>
          </h3>
          <p className={styles.hover} data-folded>
            {wordsOf(item.onHoverDesc)}
          </p>
          <span className={styles.sign} aria-hidden="true">
            +
          </span>
        </div>
      </article>
      {path ? <AssetImage src={path} alt="" width={120} height={90} className={styles.path ?? ''} /> : null}
    </li>
  )
}

/** True once the element has been in view. */
function useInView(): [boolean, React.RefObject<HTMLLIElement | null>] {
  const place = useRef<HTMLLIElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [seen, place]
}

import { home } from '#modules/content/base-template/home.ts'
import { altOf, fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { MediaImage } from '../../ui/asset-image.tsx'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/page.tsx'
import { useJoin } from '../frame/join.tsx'
import styles from './book-promo.module.css'
import frame from './home.module.css'

/** The book that is being written, with a button to reserve it. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'book')
  const { reserveBook } = useJoin()
  return (
    <section className={`${frame.section} ${frame.sunk}`} aria-labelledby="book-title">
      <Container className={styles.pair ?? ''}>
        <MediaImage
          media={fields.media}
          alt={altOf(fields.media) || `Cover of ${wordsOf(fields.subtitle)}`}
          width={520}
          height={640}
          className={styles.cover}
        />
        <div className={styles.words}>
          <h2 id="book-title" className={weightOf(fields.title)}>
            {wordsOf(fields.title)}
          </h2>
          <p className={styles.subtitle}>{wordsOf(fields.subtitle)}</p>
          <p className={frame.lead}>{wordsOf(fields.description)}</p>
          <div>
            <Button size="large" variant="secondary" onClick={() => void reserveBook()}>
              {wordsOf(fields.buttonText)}
            </Button>
          </div>
        </div>
      </Container>
    </section>
  )
}

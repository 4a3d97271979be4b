import { Download } from 'lucide-react'
import { home } from '#modules/content/base-template/home.ts'
import { fieldsOf, focusOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { MediaImage } from '../../ui/asset-image.tsx'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Container } from '../../ui/page.tsx'
import { useJoin } from '../frame/join.tsx'
import { ChapterList, WhitepaperCover } from '../leads/whitepaper-contents.tsx'
import styles from './whitepaper-banner.module.css'

/** The whitepaper with its chapters and download button, on the page's dark band. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'whitepaper')
  const { openWhitepaper } = useJoin()
  return (
    <section className={styles.band} aria-labelledby="whitepaper-title">
      <Container className={styles.pair ?? ''}>
        <div className={styles.words}>
          <h2 id="whitepaper-title" className={`${styles.title} ${weightOf(fields.title)}`}>
            {wordsOf(fields.title)}
          </h2>
          <p className={styles.subtitle}>{wordsOf(fields.subtitle)}</p>
          <p className={styles.description}>{wordsOf(fields.description)}</p>
          <Fold className={styles.chapters} summary={`${fields.paper.length}:`}>
            <ChapterList chapters={fields.paper.chapters} />
          </Fold>
          <div>
            <Button
              size="large"
              className={styles.button}
              icon={<Download aria-hidden="true" />}
              onClick={openWhitepaper}
            >
              {wordsOf(fields.buttonText)}
            </Button>
          </div>
        </div>
        <div className={styles.shown}>
          <MediaImage
            media={fields.media}
            width={640}
            height={420}
            style={focusOf(fields.media)}
            className={styles.picture}
          />
          <WhitepaperCover className={styles.cover} />
        </div>
      </Container>
    </section>
  )
}

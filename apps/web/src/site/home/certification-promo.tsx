import { home } from '#modules/content/base-template/home.ts'
import {
  altOf,
  fieldsOf,
  narrowPictureOf,
  pictureOf,
  useContent,
  weightOf,
  wordsOf,
} from '../../lib/content.ts'
import { useContentClass } from '../../lib/content-style.tsx'
import { AssetImage } from '../../ui/asset-image.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Container } from '../../ui/page.tsx'
import styles from './certification-promo.module.css'
import frame from './home.module.css'

/** What is sold here: the certification, with its three promises and the one claim. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'certification')
  const ground = useContentClass(fields.background ? { background: fields.background } : undefined)
  const picture = pictureOf(fields.media)
  return (
    <section
      className={[frame.section, styles.section, ground].filter(Boolean).join(' ')}
      aria-labelledby="certification-title"
    >
      <Container>
        <div className={styles.top}>
          <div className={styles.words}>
            <h2 id="certification-title" className={weightOf(fields.title)}>
              {wordsOf(fields.title)}
            </h2>
            <p className={`${frame.lead} ${weightOf(fields.description)}`}>{wordsOf(fields.description)}</p>
            <div>
              <ButtonLink to="/certification" size="large">
                {wordsOf(fields.buttonText)}
              </ButtonLink>
            </div>
          </div>
          {picture ? (
            <AssetImage
              src={picture}
              narrowSrc={narrowPictureOf(fields.media)}
              alt={altOf(fields.media)}
              width={640}
              height={470}
              className={styles.picture ?? ''}
            />
          ) : null}
        </div>
        <ul className={styles.features}>
          {fields.features.map((feature) => (
            <li key={wordsOf(feature.title)}>
              <ContentIcon name={feature.icon} className={styles.icon ?? ''} />
              <h3>{wordsOf(feature.title)}</h3>
              <p>{wordsOf(feature.description)}</p>
            </li>
          ))}
        </ul>
        <p className={styles.trust}>
          <strong>{wordsOf(fields.trustIndicator)}</strong>
          {fields.sourceNote ? <span className={frame.note}>{wordsOf(fields.sourceNote)}</span> : null}
        </p>
      </Container>
    </section>
  )
}

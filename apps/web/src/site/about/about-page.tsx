import { about } from '#modules/content/base-template/about.ts'
import type { Segment } from '#modules/content/contract.ts'
import {
  altOf,
  fieldsOf,
  narrowPictureOf,
  pictureOf,
  useContent,
  weightOf,
  wordsOf,
} from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { usePeople } from '../../lib/people.ts'
import { AssetImage } from '../../ui/asset-image.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Container } from '../../ui/page.tsx'
import { JoinButton } from '../frame/join.tsx'
import { Companies } from '../people/companies.tsx'
import { PeopleList } from '../people/people-list.tsx'
import styles from './about.module.css'
import { FlipCard } from './flip-card.tsx'

/** Who we are: the story, mission and vision. */
export function AboutPage() {
  const { page, loading } = useContent(about)
  useDocumentTitle(page.title)
  const overlay = useOverlay(loading)
  const people = usePeople()
  const hero = fieldsOf(page, 'about-hero')
  const { cards, ctaSection } = fieldsOf(page, 'mission-vision')
  const picture = pictureOf(hero.media)
  const paragraphs = paragraphsOf(hero.content)
  return (
    <article className={styles.page}>
      <Container>
        <h1 className={`${styles.title} ${weightOf(hero.title)}`}>{wordsOf(hero.title)}</h1>
      </Container>
      {picture ? (
        <div className={styles.scene}>
          <AssetImage
            src={picture}
            narrowSrc={narrowPictureOf(hero.media)}
            alt={altOf(hero.media)}
            width={1200}
            height={440}
            className={styles.picture ?? ''}
            lazyLoad={false}
            fetchPriority="high"
          />
        </div>
      ) : null}
      <Container className={styles.story ?? ''}>
        {paragraphs.map((segments, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
          <p key={index} className={index === 0 ? styles.first : undefined}>
            {segments.map((segment) => (
              <span key={segment.text} className={segment.format ? `weight-${segment.format}` : undefined}>
                {segment.text}
              </span>
            ))}
          </p>
        ))}
      </Container>
      {people && people.people.length > 0 ? (
        <Container>
          <section id="people" className={styles.people} aria-labelledby="people-title">
            <h2 id="people-title" className={weightOf(people.title)}>
              {wordsOf(people.title)}
            </h2>
            {people.subtitle ? <p className={styles.under}>{wordsOf(people.subtitle)}</p> : null}
            <PeopleList people={people.people} />
            <Companies title={people.logosTitle} logos={people.logos} />
          </section>
        </Container>
      ) : null}
      <section className={styles.band} aria-labelledby="mission-title">
        <Container>
          <h2 id="mission-title" className="visually-hidden">
            Mission and Vision
          </h2>
          <div className={styles.cards}>
            {cards.slice(0, 2).map((card, index) => (
              <FlipCard
                key={wordsOf(card.title)}
                title={wordsOf(card.title)}
                content={wordsOf(card.content)}
                number={index}
              />
            ))}
          </div>
        </Container>
      </section>
      <Container className={styles.call ?? ''}>
        {wordsOf(ctaSection?.title) ? (
          <h2 className={weightOf(ctaSection?.title)}>{wordsOf(ctaSection?.title)}</h2>
        ) : null}
        {wordsOf(ctaSection?.description) ? (
          <p className={weightOf(ctaSection?.description)}>{wordsOf(ctaSection?.description)}</p>
        ) : null}
        <JoinButton size="large" />
      </Container>
      {overlay ? <LoadingOverlay /> : null}
    </article>
  )
}

/** The segments of a running text, cut where the text has an empty line; without any, the built-in words. */
export function paragraphsOf(segments: readonly Segment[]): Segment[][] {
  const told = segments.filter((segment) => segment.text.trim() !== '')
  const source =
    told.length > 0
      ? told
      : (about.sections.flatMap((section) => (section.id === 'about-hero' ? section.fields.content : [])) ??
        [])
  const paragraphs: Segment[][] = [[]]
  for (const segment of source) {
    for (const [index, part] of segment.text.split(/\n\s*\n/).entries()) {
      if (index > 0) paragraphs.push([])
      if (part !== '') paragraphs.at(-1)?.push({ ...segment, text: part })
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

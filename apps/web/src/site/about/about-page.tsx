import { about } from '#modules/content/base-template/about.ts'
import type { AddedSection as Added, Fields, Segment } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { fieldsOf, pictureOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { keyed } from '../../lib/keyed.ts'
import { usePeople } from '../../lib/people.ts'
import { AddedSection } from '../../ui/added-section.tsx'
import { MediaImage } from '../../ui/asset-image.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Container } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { JoinButton } from '../frame/join.tsx'
import { Companies } from '../people/companies.tsx'
import { PeopleList } from '../people/people-list.tsx'
import styles from './about.module.css'
import { FlipCard } from './flip-card.tsx'

/** The about page: the story, and below it the other sections in the order of the content. */
export function Page() {
  const { page, loading } = useContent(about)
  useDocumentTitle(page.title)
  const overlay = useOverlay(loading)
  return (
    <article className={styles.page}>
      <Story fields={fieldsOf(page, 'about-hero')} />
      {page.sections.map((section) => {
        if (section.hidden) return null
        if (section.id === 'people') return <People key={section.id} />
        if (section.id === 'mission-vision') return <Mission key={section.id} fields={section.fields} />
        return isAdded(section.id) ? <AddedSection key={section.id} section={section as Added} /> : null
      })}
      {overlay ? <LoadingOverlay /> : null}
    </article>
  )
}

function Story({ fields: hero }: { fields: Fields<'about-hero'> }) {
  return (
    <>
      <Container>
        <h1 className={`${styles.title} ${weightOf(hero.title)}`}>{wordsOf(hero.title)}</h1>
      </Container>
      {pictureOf(hero.media) ? (
        <div className={styles.scene}>
          <MediaImage
            media={hero.media}
            width={1200}
            height={440}
            className={styles.picture}
            lazyLoad={false}
            fetchPriority="high"
          />
        </div>
      ) : null}
      <Container className={styles.story ?? ''}>
        <RichText pieces={storyOf(hero.content)} first={styles.first} />
      </Container>
    </>
  )
}

function People() {
  const people = usePeople()
  if (!people || people.people.length === 0) return null
  return (
    <Container>
      <section id="people" data-content="people" className={styles.people} aria-labelledby="people-title">
        <h2 id="people-title" className={weightOf(people.title)}>
          {wordsOf(people.title)}
        </h2>
        {people.subtitle ? <p className={styles.under}>{wordsOf(people.subtitle)}</p> : null}
        <PeopleList people={people.people} />
        <Companies title={people.logosTitle} logos={people.logos} />
      </section>
    </Container>
  )
}

function Mission({ fields: { cards, ctaSection } }: { fields: Fields<'mission-vision'> }) {
  return (
    <>
      <section className={styles.band} data-content="mission-vision" aria-labelledby="mission-title">
        <Container>
          <h2 id="mission-title" className="visually-hidden">
            Mission and Vision
          </h2>
          <div className={styles.cards}>
            {keyed(cards.slice(0, 2), (card) => wordsOf(card.title)).map(([key, card, index]) => (
              <FlipCard
                key={key}
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
    </>
  )
}

/** The text of the story; the built-in text if it is empty. */
function storyOf(pieces: readonly Segment[]): readonly Segment[] {
  return pieces.some(({ text }) => text.trim() !== '') ? pieces : fieldsOf(about, 'about-hero').content
}

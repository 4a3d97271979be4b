import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AddedSection as Added } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { useConfig } from '../lib/config.ts'
import { contentKey, type PublicContent, pictureOf, weightOf, wordsOf } from '../lib/content.ts'
import { factsOf, withFacts } from '../lib/shown-page.ts'
import styles from './added-section.module.css'
import { MediaImage } from './asset-image.tsx'
import { Container } from './page.tsx'
import { RichText, SiteLink } from './rich-text.tsx'

/** A section that an editor has added: heading, text, picture, cards and a link, each if it is filled in. */
export function AddedSection({ section: { id, fields } }: { section: Added }) {
  const picture = pictureOf(fields.media)
  const title = wordsOf(fields.title)
  const words = wordsOf(fields.buttonText)
  const cards = fields.cards ?? []
  return (
    <section
      className={styles.section}
      data-content={id}
      {...(title && { 'aria-labelledby': `${id}-title` })}
    >
      <Container className={(picture && styles.pair) || ''}>
        <div className={styles.words}>
          {title ? (
            <h2 id={`${id}-title`} className={weightOf(fields.title)}>
              {title}
            </h2>
          ) : null}
          {wordsOf(fields.subtitle) ? (
            <p className={`${styles.subtitle} ${weightOf(fields.subtitle)}`}>{wordsOf(fields.subtitle)}</p>
          ) : null}
          <RichText pieces={fields.content ?? []} />
          {words && fields.link ? (
            <p>
              <SiteLink to={fields.link} className={styles.link ?? ''}>
                {words}
              </SiteLink>
            </p>
          ) : null}
        </div>
        <MediaImage media={fields.media} width={640} height={480} className={styles.picture} />
      </Container>
      {cards.length > 0 ? (
        <Container>
          <ul className={styles.cards}>
            {cards.map((card, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no identity but their index
              <li key={index}>
                <MediaImage media={card.media} narrowSrc={undefined} width={360} height={240} />
                <h3 className={weightOf(card.title)}>{wordsOf(card.title)}</h3>
                <p className={weightOf(card.content)}>{wordsOf(card.content)}</p>
              </li>
            ))}
          </ul>
        </Container>
      ) : null}
    </section>
  )
}

/** The sections that editors have added to a page with one section of its own; they follow that section. */
export function AddedSections({ route }: { route: string }) {
  const config = useConfig()
  const select = useCallback(
    ({ pages }: PublicContent) => {
      const sections = pages.find((page) => page.route === route)?.sections
      if (!Array.isArray(sections)) return []
      const added = sections.filter(({ id, hidden }) => isAdded(id) && !hidden)
      return added.map((section) => withFacts(section as Added, factsOf(config)))
    },
    [route, config],
  )
  // The page itself requests the content.
  const { data } = useQuery({ queryKey: contentKey, enabled: false, select })
  return data?.map((section) => <AddedSection key={section.id} section={section} />) ?? null
}

import type { Fields } from '#modules/content/contract.ts'
import { wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { SourceNote } from '../../ui/source-note.tsx'
import styles from './calculator.module.css'

/** The cards about the effects of leadership gaps, above the worksheet. */
export function InfoCards({ cards }: { cards: Fields<'calculator'>['infoCards'] }) {
  return (
    <ul className={styles.info}>
      {keyed(cards, (card) => wordsOf(card.title)).map(([key, card]) => (
        <li key={key}>
          <ContentIcon name={card.icon} className={styles.icon ?? ''} />
          {card.value ? <span className={styles.value}>{card.value}</span> : null}
          <h2>{wordsOf(card.title)}</h2>
          <p>{wordsOf(card.content)}</p>
          {card.sourceNote ? (
            <p className={styles.note}>
              <SourceNote {...card} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The cards about why the cost matters, below the worksheet. */
export function Marketing({ marketing }: { marketing: Fields<'calculator'>['marketing'] }) {
  return (
    <section className={styles.marketing} aria-labelledby="marketing-title">
      <h2 id="marketing-title">{wordsOf(marketing.title)}</h2>
      <p className={styles.lead}>{wordsOf(marketing.subtitle)}</p>
      <ul className={styles.cards}>
        {keyed(marketing.cards, (card) => wordsOf(card.title)).map(([key, card]) => (
          <li key={key}>
            {card.icon ? <ContentIcon name={card.icon} className={styles.icon ?? ''} /> : null}
            {card.value ? <span className={styles.value}>{card.value}</span> : null}
            <h3>{wordsOf(card.title)}</h3>
            <p>{wordsOf(card.content)}</p>
            {card.sourceNote ? (
              <p className={styles.note}>
                <SourceNote {...card} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

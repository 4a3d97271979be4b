import { wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import type { People } from '../../lib/people.ts'
import { AssetImage } from '../../ui/asset-image.tsx'
import styles from './companies.module.css'

/** The companies of participants: a row of logos, or the name in the display font for a company without a logo. */
export function Companies({ title, logos }: { title: People['logosTitle']; logos: People['logos'] }) {
  if (logos.length === 0) return null
  return (
    <div className={styles.row}>
      <p className={styles.title}>{wordsOf(title)}</p>
      <ul className={styles.logos}>
        {keyed(logos, ({ name }) => name).map(([key, { name, picture }]) => (
          <li key={key} dir="auto">
            {picture ? (
              <AssetImage src={picture} alt={name} width={160} height={48} className={styles.logo ?? ''} />
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

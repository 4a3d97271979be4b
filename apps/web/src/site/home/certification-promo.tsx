import { home } from '#modules/content/base-template/home.ts'
import { parseColour, readableUnderWhite } from '../../lib/colour.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { type ContentDeclaration, useContentClass } from '../../lib/content-style.tsx'
import { useGround } from '../../lib/ground.ts'
import { keyed } from '../../lib/keyed.ts'
import { MediaImage } from '../../ui/asset-image.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Container } from '../../ui/page.tsx'
import styles from './certification-promo.module.css'
import { Faces, KnownCompanies } from './faces.tsx'
import frame from './home.module.css'

/** The certification: description, features, people, and the trust indicator. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'certification')
  const { className, ...ground } = useGround(fields.background)
  const tints = useContentClass(tintsOf(fields.colors))
  return (
    <section
      {...ground}
      className={[frame.section, styles.section, className].filter(Boolean).join(' ')}
      aria-labelledby="certification-title"
    >
      <Container>
        <div className={tints}>
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
            <MediaImage media={fields.media} width={640} height={470} className={styles.picture} />
          </div>
          <ul className={styles.features}>
            {keyed(fields.features, (feature) => wordsOf(feature.title)).map(([key, feature]) => (
              <li key={key}>
                <ContentIcon name={feature.icon} className={styles.icon ?? ''} />
                <Fold summary={<h3>{wordsOf(feature.title)}</h3>}>
                  <p>{wordsOf(feature.description)}</p>
                </Fold>
              </li>
            ))}
          </ul>
          <Faces />
          <p className={styles.trust}>
            <strong>{wordsOf(fields.trustIndicator)}</strong>
            {fields.sourceNote ? <span className={frame.note}>{wordsOf(fields.sourceNote)}</span> : null}
          </p>
          <KnownCompanies />
        </div>
      </Container>
    </section>
  )
}

const builtInColors = fieldsOf(home, 'certification').colors ?? {}

/**
 * The editor's colors where they are not the built-in ones, which follow the color scheme: the first for icons and
 * the button, dark enough for its white label, the second for the rules.
 */
function tintsOf(colors: Record<string, string> | undefined): ContentDeclaration | undefined {
  const chosen = (name: string): string | undefined =>
    colors?.[name]?.toLowerCase() === builtInColors[name]?.toLowerCase() ? undefined : colors?.[name]
  const [primary, secondary] = [chosen('primary'), chosen('secondary')]
  const button = readableUnderWhite(primary)
  return {
    ...(primary && parseColour(primary) && { '--copper': primary }),
    ...(button && { '--action': button, '--action-hover': button, '--on-action': '#ffffff' }),
    ...(secondary && parseColour(secondary) && { '--rule': secondary }),
  }
}

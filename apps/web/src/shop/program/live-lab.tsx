import type { Fields } from '#modules/content/contract.ts'
import { keyed } from '../../lib/keyed.ts'
import { MediaImage } from '../../ui/asset-image.tsx'
import { Fold } from '../../ui/fold.tsx'
import styles from './live-lab.module.css'
import { ProgramVideo } from './program-video.tsx'
import { StrataDrawing } from './strata-drawing.tsx'
import { Words, words } from './text.tsx'

type Lab = NonNullable<Fields<'certification-program'>['labSection']>

/** One live lab: a picture, and its parts with their minutes, drawn to scale above the list. */
export function LiveLab({ lab }: { lab: Lab | undefined }) {
  if (!lab || lab.parts.length === 0) return null
  const starts = lab.parts.map((_, index) =>
    lab.parts.slice(0, index).reduce((sum, part) => sum + part.minutes, 0),
  )
  const total = lab.parts.reduce((sum, part) => sum + part.minutes, 0)
  return (
    <section id="lab" className={styles.section}>
      <div className={styles.head}>
        <h2>
          <Words text={lab.title} />
        </h2>
        <p>
          <Words text={lab.description} />
        </p>
      </div>
      <MediaImage media={lab.media} width={682} height={412} className={styles.picture} />
      <div>
        <svg
          className={styles.scale}
          viewBox={`0 0 ${total} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {keyed(lab.parts, (part) => words(part.title)).map(([key, part, index]) => (
            <rect key={key} x={starts[index]} width={part.minutes} height="1" />
          ))}
        </svg>
        <ol className={styles.parts}>
          {keyed(lab.parts, (part) => words(part.title)).map(([key, part]) => (
            <li key={key}>
              <Fold
                row
                summary={
                  <>
                    <span className={styles.minutes}>{part.minutes} min</span>
                    <h3>
                      <Words text={part.title} />
                    </h3>
                  </>
                }
              >
                <p className={styles.words}>
                  <Words text={part.description} />
                </p>
              </Fold>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/**
 * A piece of a real lab with its transcript. A file of this site, film or sound, is played here; the address of
 * another site is a link, because the pages play nothing from elsewhere.
 */
export function SampleLab({ sample }: { sample: Fields<'certification-program'>['sampleLab'] }) {
  if (!sample?.recording) return null
  const { recording, poster, captions, transcript } = sample
  const title = words(sample.title)
  return (
    <section id="sample" className={styles.section}>
      <div className={styles.head}>
        <h2>
          <Words text={sample.title} />
        </h2>
        <p>
          <Words text={sample.description} />
        </p>
      </div>
      {recording.startsWith('https://') ? (
        <a href={recording} rel="noopener noreferrer" target="_blank">
          {title}, on {new URL(recording).hostname.replace(/^www\./, '')}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <ProgramVideo
          {...{ title, poster, captions, duration: '', video: recording, drawing: <StrataDrawing /> }}
        />
      )}
      <details className={styles.transcript}>
        <summary>Transcript</summary>
        <p>{transcript}</p>
      </details>
    </section>
  )
}

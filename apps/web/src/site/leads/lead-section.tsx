import { Mail, Phone } from 'lucide-react'
import { home } from '#modules/content/base-template/home.ts'
import { useConfig } from '../../lib/config.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { useGround } from '../../lib/ground.ts'
import { Fold } from '../../ui/fold.tsx'
import { Container } from '../../ui/page.tsx'
import { LeadForm } from './lead-form.tsx'
import styles from './lead-section.module.css'

/** The last section of the home page: the lead form, and the contact data. */
export function Section() {
  const { page } = useContent(home)
  const { supportEmail, supportPhone } = useConfig()
  const fields = fieldsOf(page, 'lead-form')
  const { className, ...ground } = useGround(fields.background)
  const email = fields.contactInfo.email || supportEmail
  const phone = fields.contactInfo.phone || supportPhone
  return (
    <section
      id="lead-form-section"
      {...ground}
      className={[styles.section, className].filter(Boolean).join(' ')}
      aria-labelledby="lead-title"
    >
      <Container>
        <div className={styles.grid}>
          <div className={styles.main}>
            <h2 id="lead-title">
              <span className={weightOf(fields.title.part1)}>{wordsOf(fields.title.part1)}</span>{' '}
              <span className={weightOf(fields.title.part2)}>{wordsOf(fields.title.part2)}</span>
            </h2>
            <p className={styles.lead}>{wordsOf(fields.subtitle)}</p>
            <LeadForm buttonText={wordsOf(fields.buttonText)} />
          </div>
          <aside className={styles.contact} aria-labelledby="contact-title">
            <Fold summary={<h3 id="contact-title">{wordsOf(fields.contactInfo.title)}</h3>}>
              <p>{wordsOf(fields.contactInfo.note)}</p>
              <ul className={styles.ways}>
                <li>
                  <Mail aria-hidden="true" strokeWidth={1.5} />
                  <a href={`mailto:${email}`}>{email}</a>
                </li>
                <li>
                  <Phone aria-hidden="true" strokeWidth={1.5} />
                  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
                </li>
              </ul>
            </Fold>
          </aside>
        </div>
      </Container>
    </section>
  )
}

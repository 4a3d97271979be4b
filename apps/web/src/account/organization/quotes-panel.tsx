import { Download } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { myQuotes } from '#modules/commerce/quotes/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { longDate, money, seatsInWords } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button, ButtonLink, linkClass } from '../../ui/button.tsx'
import { Badge, Skeleton, type Tone } from '../../ui/surface.tsx'
import panel from '../panel.module.css'
import { NotLoaded } from './not-loaded.tsx'
import styles from './organization.module.css'
import { ofOrders } from './organizations.ts'

type OwnQuote = AnswerOf<typeof myQuotes>['quotes'][number]

const states: Record<OwnQuote['status'], { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'info' },
  accepted: { word: 'Accepted', tone: 'good' },
  expired: { word: 'Expired', tone: 'warn' },
}

/** The quotes of the shown organization, and the customer's own quotes of organizations that they no longer manage. */
export function QuotesPanel({ shown, managed }: { shown: string | null; managed: readonly string[] }) {
  const heading = useId()
  const query = useAnswer<typeof myQuotes>('/api/quotes', {}, { ...ofOrders, onFocus: true })
  const quotes = query.data?.quotes.filter(
    ({ organizationId }) => organizationId === shown || !managed.includes(organizationId),
  )
  // A customer without an organization and without quotes sees no empty list.
  if (shown === null && (quotes ?? []).length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Quotes</h2>
      {query.isLoadingError ? (
        <NotLoaded what="The quotes" busy={query.isFetching} retry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton shape="block" /> : null}
      {quotes === undefined ? null : (
        <p className={styles.note}>
          {quotes.length === 0 ? (
            <>
              There are no quotes yet. <Link to="/organization/buy">See the price for your seats</Link> and
              request one there.
            </>
          ) : (
            'A quote fixes the price until its expiration date. It does not reserve places: they are reserved when you accept it.'
          )}
        </p>
      )}
      {quotes === undefined || quotes.length === 0 ? null : (
        <ul className={panel.rows}>
          {quotes.map((quote) => (
            <Quote key={quote.id} quote={quote} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Quote({ quote }: { quote: OwnQuote }) {
  const { id, number, token, status, seats, total, currency, issuedAt, validUntil, askedBy, isOwn } = quote
  const { word, tone } = states[status]
  const by = isOwn || askedBy === null ? '' : `, requested by ${askedBy}`
  return (
    <li className={styles.manager}>
      <div>
        <p className={panel.rowTitle}>
          {number} <Badge tone={tone}>{word}</Badge>
        </p>
        <p>
          {seatsInWords(seats)}, {money(total, currency)}
        </p>
        <p className={panel.note}>
          {longDate(issuedAt)}, valid until {longDate(validUntil)}
          <bdi>{by}</bdi>
        </p>
      </div>
      <div className={styles.actions}>
        {status === 'accepted' ? (
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/organization/orders/${id}`}
            aria-label={`Open the order of ${number}`}
          >
            Open the order
          </ButtonLink>
        ) : null}
        {token === null ? null : <QuoteLinks number={number} status={status} token={token} />}
      </div>
    </li>
  )
}

function QuoteLinks({
  number,
  status,
  token,
}: {
  number: string
  status: OwnQuote['status']
  token: string
}) {
  const path = `/quotes/${token}`
  const words = status === 'open' ? 'Open and accept' : 'Open'
  return (
    <>
      <ButtonLink
        size="small"
        variant={status === 'open' ? 'secondary' : 'quiet'}
        to={path}
        aria-label={`${words} ${number}`}
      >
        {words}
      </ButtonLink>
      {status === 'open' ? (
        <Button
          size="small"
          variant="quiet"
          aria-label={`Copy the link of ${number}`}
          onClick={() =>
            void navigator.clipboard
              .writeText(new URL(path, window.location.href).href)
              .then(() => notify.success('Link copied. Anyone with this link can read and accept the quote.'))
              .catch(() => notify.error('Not copied. Open the quote and copy the address of its page.'))
          }
        >
          Copy link
        </Button>
      ) : null}
      <a
        className={linkClass({ variant: 'quiet', size: 'small' })}
        href={`/api/quotes/${token}/pdf`}
        target="_blank"
        rel="noopener"
        aria-label={`${number} as PDF`}
      >
        <Download aria-hidden="true" />
        PDF
      </a>
    </>
  )
}

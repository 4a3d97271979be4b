import { Download, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import type { readQuote } from '#modules/commerce/quotes/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAnswer } from '../../lib/answers.ts'
import { ApiFailure } from '../../lib/call.ts'
import { longDate, money } from '../../lib/format.ts'
import { keyed } from '../../lib/keyed.ts'
import { notify } from '../../lib/notify.ts'
import { Button, ButtonLink, linkClass } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Spinner } from '../../ui/surface.tsx'
import { PriceLines } from './price-card.tsx'
import styles from './quote.module.css'
import { AcceptedQuote, AcceptQuote, ExpiredQuote, type Quote, quotePath } from './quote-steps.tsx'
import { VendorPapers } from './vendor-papers.tsx'

/** The page of a quote, for anyone with its link: to read, print and accept it without an account. */
export function Page() {
  const { token = '' } = useParams()
  const query = useAnswer<typeof readQuote>(
    quotePath,
    { params: { token } },
    { area: 'quote', staleTime: 15_000 },
  )
  if (query.isError) {
    const unknown = query.error instanceof ApiFailure && query.error.status === 404
    return (
      <Frame title="Quote" heading="Quote" width="reading">
        <Notice
          tone="bad"
          title={unknown ? 'There is no quote at this address.' : 'The quote could not be loaded.'}
          actions={
            unknown ? (
              <ButtonLink to="/organization/buy" variant="secondary">
                See the price for your team
              </ButtonLink>
            ) : (
              <Button variant="secondary" onClick={() => void query.refetch()}>
                Try again
              </Button>
            )
          }
        >
          {unknown
            ? 'The link may be incomplete. Upper and lower case letters matter.'
            : 'Check your connection, then try again.'}
        </Notice>
      </Frame>
    )
  }
  if (!query.data)
    return (
      <Frame title="Quote" width="reading">
        <Spinner label="Loading the quote..." />
      </Frame>
    )
  return <QuoteSheet quote={query.data.quote} token={token} />
}

function QuoteSheet({ quote, token }: { quote: Quote; token: string }) {
  const {
    number,
    status,
    issuedAt,
    validUntil,
    seller,
    recipient,
    productName,
    startsOn,
    price,
    tax,
    taxNote,
  } = quote
  return (
    <Frame title={`Quote ${number}`} width="reading">
      <div className={styles.page}>
        <Card as="article" className={styles.sheet} aria-labelledby="quote-heading">
          <header className={styles.head}>
            <div>
              <h1 id="quote-heading">Quote</h1>
              <p className={styles.number}>{number}</p>
            </div>
            <address>
              <strong>{seller.name}</strong>
              {keyed(seller.lines, (line) => line).map(([key, line]) => (
                <span key={key}>{line}</span>
              ))}
            </address>
          </header>
          <dl className={styles.facts}>
            <div>
              <dt>For</dt>
              <dd>
                {keyed(recipient, (line) => line).map(([key, line]) => (
                  <span key={key} dir="auto">
                    {line}
                  </span>
                ))}
              </dd>
            </div>
            <div>
              <dt>Date</dt>
              <dd>{longDate(issuedAt)}</dd>
            </div>
            <div>
              <dt>Valid until</dt>
              <dd>{longDate(validUntil)}</dd>
            </div>
            <Signed word="Forwarded" sign={quote.forwarded} />
            <Signed word="Accepted" sign={quote.accepted} />
            {startsOn === null ? null : (
              <div>
                <dt>{quote.isPrivate ? 'Your own cohort starts' : 'Start'}</dt>
                <dd>{dayInWords(startsOn)}</dd>
              </div>
            )}
          </dl>
          <PriceLines price={price} name={productName} />
          <p className={styles.small}>
            {tax === null
              ? `${taxNote ?? 'No tax is charged.'} `
              : `Includes ${tax.label} ${tax.percent}%: ${money(tax.amount, price.currency)}. `}
            {status === 'open' && `The price is fixed until the date above. ${quote.placesNote}`}
          </p>
          <p className={`${styles.small} ${styles.onPaper}`}>{window.location.href}</p>
        </Card>
        <div className={styles.tools}>
          <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
          <a
            className={linkClass({ variant: 'secondary' })}
            href={`/api/quotes/${token}/pdf`}
            target="_blank"
            rel="noopener"
          >
            <Download aria-hidden="true" />
            PDF
          </a>
          <Button
            variant="secondary"
            onClick={() =>
              void navigator.clipboard
                .writeText(window.location.href)
                .then(() =>
                  notify.success('Link copied. Anyone with this link can read and accept the quote.'),
                )
                .catch(() => notify.error('The link could not be copied. It is the address of this page.'))
            }
          >
            Copy link
          </Button>
        </div>
        {quote.id === null ? null : (
          <p className={styles.small}>
            <Link to="/organization">All quotes, orders and seats of your organization</Link>
          </p>
        )}
        {status === 'open' ? (
          <AcceptQuote quote={quote} token={token} total={money(price.total, price.currency)} />
        ) : status === 'accepted' ? (
          <AcceptedQuote quote={quote} />
        ) : (
          <ExpiredQuote quote={quote} token={token} />
        )}
        <VendorPapers quote={token} />
      </div>
    </Frame>
  )
}

/** Who handed the quote on, or accepted it. */
function Signed({ word, sign }: { word: string; sign: Quote['accepted'] }) {
  if (sign === null) return null
  return (
    <div>
      <dt>{word} by</dt>
      <dd>
        <bdi>{sign.by}</bdi>
        <span>{longDate(sign.at)}</span>
      </dd>
    </div>
  )
}

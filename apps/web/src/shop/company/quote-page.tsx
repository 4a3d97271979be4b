import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { longDate, money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button, ButtonLink, linkClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Spinner } from '../../ui/surface.tsx'
import { forgetOrders } from '../api.ts'
import { acceptQuote, fetchQuote, type Quote, quoteKey, renewQuote } from './company-api.ts'
import { PriceLines } from './price-card.tsx'
import styles from './quote.module.css'

/** The page of a quote, for anyone with its link: to read, print and accept it without an account. */
export function Page() {
  const { token = '' } = useParams()
  const query = useQuery({
    queryKey: quoteKey(token),
    queryFn: () => fetchQuote(token),
    staleTime: 15_000,
    retry: false,
  })
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
  return <QuoteSheet quote={query.data} token={token} />
}

function QuoteSheet({ quote, token }: { quote: Quote; token: string }) {
  const { number, status, issuedAt, validUntil, seller, recipient, productName, startsOn, price, tax } = quote
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
              {seller.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </header>
          <dl className={styles.facts}>
            <div>
              <dt>For</dt>
              <dd>
                {recipient.map((line) => (
                  <span key={line} dir="auto">
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
            {startsOn === null ? null : (
              <div>
                <dt>Start</dt>
                <dd>{dayInWords(startsOn)}</dd>
              </div>
            )}
          </dl>
          <PriceLines price={price} name={productName} />
          <p className={styles.small}>
            {tax === null
              ? 'No tax is charged. '
              : `Includes ${tax.label} ${tax.percent}%: ${money(tax.amount, price.currency)}. `}
            The price is fixed until the date above. A quote holds no places: they are taken when it is
            accepted, if enough are left then.
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
          <Accept token={token} total={money(price.total, price.currency)} />
        ) : status === 'accepted' ? (
          <Accepted quote={quote} />
        ) : (
          <Expired quote={quote} token={token} />
        )}
      </div>
    </Frame>
  )
}

function Accept({ token, total }: { token: string; total: string }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [reference, setReference] = useState('')
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<{ name?: string; reference?: string; form?: string }>({})

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '')
      return setProblems({ name: 'Please enter your name, so that we know who accepts the quote.' })
    setBusy(true)
    try {
      await acceptQuote(token, { name: name.trim(), reference: reference.trim() })
      setProblems({})
      await client.invalidateQueries({ queryKey: quoteKey(token) })
      void forgetOrders(client)
    } catch (failure) {
      const known = problemsByInput(failure, (path) =>
        path === 'name' || path === 'reference' ? path : undefined,
      )
      const form = saidByServer(failure) ?? 'The quote could not be accepted. Please try again.'
      setProblems(Object.keys(known).length > 0 ? known : { form })
      void client.invalidateQueries({ queryKey: quoteKey(token) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={useRefusedFocus(problems)}
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h2>Accept this quote</h2>
      <p>
        This places an order for {total}. We send the invoice to the person who requested this quote. You pay
        by bank transfer.
      </p>
      <Field
        label="Your name"
        autoComplete="name"
        maxLength={120}
        value={name}
        error={problems.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Purchase order number"
        optional
        autoComplete="off"
        maxLength={60}
        value={reference}
        error={problems.reference}
        help="Printed on the invoice."
        onChange={(event) => setReference(event.target.value)}
      />
      {problems.form ? (
        <Notice tone="bad" announce>
          {problems.form}
        </Notice>
      ) : null}
      <Button type="submit" size="large" busy={busy} busyText="Placing the order...">
        Accept and order
      </Button>
    </form>
  )
}

function Accepted({ quote: { id, reference } }: { quote: Quote }) {
  return (
    <Notice
      tone="good"
      title="This quote has been accepted."
      announce
      actions={
        id === null ? undefined : (
          <ButtonLink to={`/certification/enrollment/${id}`} variant="secondary">
            Open the order
          </ButtonLink>
        )
      }
    >
      {reference === null ? '' : `Purchase order number ${reference}. `}
      We send the invoice with the bank details to the person who requested the quote.
    </Notice>
  )
}

function Expired({ quote: { validUntil, isOwn }, token }: { quote: Quote; token: string }) {
  const navigate = useNavigate()
  const [next] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  async function renew(): Promise<void> {
    setBusy(true)
    try {
      const renewed = await renewQuote(token, next)
      notify.success(`Quote ${renewed.number} is ready.`)
      navigate(`/quotes/${renewed.token}`)
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'The quote could not be renewed. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      tone="warn"
      title="This quote has expired."
      actions={
        isOwn ? (
          <Button busy={busy} busyText="Creating the quote..." onClick={() => void renew()}>
            Renew it at today’s price
          </Button>
        ) : (
          <ButtonLink to="/organization/buy" variant="secondary">
            See today’s price
          </ButtonLink>
        )
      }
    >
      {isOwn
        ? `It was valid until ${longDate(validUntil)}. The new one gets its own number and link.`
        : `It was valid until ${longDate(validUntil)}. The person who requested it can sign in and renew it here.`}
    </Notice>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { acceptQuote, forwardQuote, readQuote, renewQuote } from '#modules/commerce/quotes/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { longDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { forgetOrders } from '../api.ts'
import styles from './quote.module.css'

export type Quote = AnswerOf<typeof readQuote>['quote']
export const quotePath = '/api/quotes/:token'

/** The form that accepts a quote and places its order. */
export function AcceptQuote({ quote, token, total }: { quote: Quote; token: string; total: string }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [reference, setReference] = useState(quote.reference ?? '')
  const [email, setEmail] = useState('')
  const accept = useAction<typeof acceptQuote>('POST', `${quotePath}/accept`, [quotePath])
  const forward = useAction<typeof forwardQuote>('POST', `${quotePath}/forward`, [quotePath])
  const [problems, setProblems] = useState<Partial<Record<'name' | 'reference' | 'email' | 'form', string>>>(
    {},
  )

  async function submit(event: FormEvent, what: 'accepted' | 'forwarded'): Promise<void> {
    event.preventDefault()
    if (name.trim() === '')
      return setProblems({ name: `Please enter your name, so that it is known who ${what} the quote.` })
    const body = { name: name.trim(), reference: reference.trim() }
    try {
      if (what === 'accepted') {
        await accept.mutateAsync({ params: { token }, body })
        void forgetOrders(client)
      } else {
        await forward.mutateAsync({ params: { token }, body: { ...body, email: email.trim() } })
        notify.success(`The link is on its way to ${email.trim()}.`)
        setEmail('')
      }
      setProblems({})
    } catch (failure) {
      const known = problemsByInput(failure, (path) =>
        path === 'name' || path === 'reference' || path === 'email' ? path : undefined,
      )
      const form = saidByServer(failure) ?? `The quote could not be ${what}. Please try again.`
      setProblems(Object.keys(known).length > 0 ? known : { form })
    }
  }

  return (
    <div ref={useRefusedFocus<HTMLDivElement>(problems)} className={styles.page}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event, 'accepted')}>
        <h2>Accept this quote</h2>
        <p>
          This places an order for {total}. We send the invoice to the person who requested this quote. You
          pay by bank transfer.
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
        <FormProblem text={problems.form} />
        <Button type="submit" size="large" busy={accept.isPending} busyText="Placing the order...">
          Accept and order
        </Button>
      </form>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event, 'forwarded')}>
        <h2>Or forward it to the person who signs</h2>
        <Field
          type="email"
          label="Email of the person who signs"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={problems.email}
          help="They get the link by email, with your name. A purchase order number that you entered is kept for them."
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={forward.isPending} busyText="Sending...">
          Forward
        </Button>
      </form>
    </div>
  )
}

/** Shown for a quote that has been accepted. */
export function AcceptedQuote({ quote: { id, reference } }: { quote: Quote }) {
  return (
    <Notice
      tone="good"
      title="This quote has been accepted."
      announce
      actions={
        id === null ? undefined : (
          <ButtonLink to={`/organization/orders/${id}`} variant="secondary">
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

/** Shown for an expired quote; its own customer can renew it. */
export function ExpiredQuote({ quote: { validUntil, isOwn }, token }: { quote: Quote; token: string }) {
  const navigate = useNavigate()
  const [next] = useState(() => crypto.randomUUID())
  const renewal = useAction<typeof renewQuote>('POST', `${quotePath}/renew`, [])
  const renew = (): Promise<void> =>
    attempt(
      renewal.mutateAsync({ params: { token }, body: { id: next } }),
      (renewed) => {
        notify.success(`Quote ${renewed.number} is ready.`)
        void navigate(`/quotes/${renewed.token}`)
      },
      'The quote could not be renewed. Please try again.',
    )
  return (
    <Notice
      tone="warn"
      title="This quote has expired."
      actions={
        isOwn ? (
          <Button busy={renewal.isPending} busyText="Creating the quote..." onClick={() => void renew()}>
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

import { type FormEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { refundCases } from '#modules/commerce/rules.ts'
import type { stateWithdrawal, withdrawalOfOrder } from '#modules/commerce/withdrawals/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { showAtInputs } from '../../lib/field-problems.ts'
import { dateTime, money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem, Select } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Skeleton } from '../../ui/surface.tsx'
import form from '../cohorts/wait-form.module.css'
import styles from '../cohorts/wait-page.module.css'
import facts from '../orders/order-details.module.css'

type RefundCase = keyof typeof refundCases
type OfOrder = AnswerOf<typeof withdrawalOfOrder>
const inputs = { name: 'Name', orderNumber: 'Order or invoice number', email: 'Email' } as const
type Input = keyof typeof inputs

/** Withdrawing from a contract by law, or asking for a refund by the terms: two steps, with or without an account. */
export function Page() {
  const { euConsumers } = useConfig()
  const [query] = useSearchParams()
  const id = query.get('order') ?? ''
  const order = useAnswer<typeof withdrawalOfOrder>(
    '/api/orders/:id/withdrawal',
    { params: { id } },
    { area: 'orders', enabled: id !== '' },
  )
  const byLaw = order.data ? order.data.kind === 'withdrawal' : euConsumers && !query.has('refund')
  const title = byLaw ? 'Withdraw from contract' : 'Ask for a refund'
  return (
    <Frame title={title}>
      <Card as="section" className={styles.entry} aria-labelledby="withdraw-heading">
        <h1 id="withdraw-heading">{title}</h1>
        {order.isLoading ? (
          <Skeleton shape="block" />
        ) : (
          <Statement key={byLaw ? 'law' : 'terms'} given={order.data} byLaw={byLaw} />
        )}
      </Card>
    </Frame>
  )
}

function Statement({ given, byLaw }: { given: OfOrder | undefined; byLaw: boolean }) {
  const { euConsumers, supportEmail } = useConfig()
  const { name = '', orderNumber = '', email = '', whyNot = null, decisions = [] } = given ?? {}
  const [values, setValues] = useState({ name, orderNumber, email })
  const [refundCase, setRefundCase] = useState<RefundCase>('cohort')
  const [problems, setProblems] = useState<Partial<Record<Input, string>>>({})
  const [failed, setFailed] = useState<string>()
  const [step, setStep] = useState<'form' | 'summary' | 'sending'>('form')
  const [receivedAt, setReceivedAt] = useState<string>()
  // A second press, or one after an answer that got lost, is the same statement.
  const id = useRef('')
  const decision = decisions.find((each) => each.refundCase === (byLaw ? null : refundCase))
  const names = Object.keys(inputs) as Input[]

  function toSummary(event: FormEvent): void {
    event.preventDefault()
    const empty = names.filter((each) => values[each].trim() === '')
    setProblems(Object.fromEntries(empty.map((each) => [each, `${inputs[each]} is needed.`])))
    setFailed(undefined)
    if (empty.length === 0) setStep('summary')
    else document.getElementsByName(empty[0]!)[0]?.focus()
  }

  async function confirm(): Promise<void> {
    setStep('sending')
    id.current ||= crypto.randomUUID()
    const body = { id: id.current, ...values, refundCase: byLaw ? null : refundCase }
    try {
      setReceivedAt((await call<typeof stateWithdrawal>('POST', '/api/withdrawals', { body })).receivedAt)
    } catch (failure) {
      const inputOf = Object.fromEntries(names.map((each) => [each, each]))
      const isShown = showAtInputs(failure, inputOf, (input, message) =>
        setProblems((before) => ({ ...before, [input]: `${inputs[input as Input]} ${message}` })),
      )
      setStep(isShown ? 'form' : 'summary')
      if (!isShown) setFailed(saidByServer(failure) ?? 'It could not be sent. Please try again.')
    }
  }

  if (receivedAt !== undefined)
    return (
      <Notice
        tone="good"
        announce
        title={byLaw ? 'We have received your withdrawal' : 'We have received your request'}
      >
        <p>
          Received on {dateTime(receivedAt)}. An email to {values.email.trim()} confirms it with its content,
          date and time.
        </p>
      </Notice>
    )
  const amount = decision && (
    <p>
      {decision.sentence} Amount: <strong>{money(decision.amount, decision.currency)}</strong>
    </p>
  )
  if (step !== 'form')
    return (
      <>
        <p>{byLaw ? 'I withdraw from this contract.' : 'I ask for a refund of this order.'}</p>
        <dl className={facts.facts}>
          {names.map((each) => (
            <div key={each}>
              <dt>{inputs[each]}</dt>
              <dd>{values[each].trim()}</dd>
            </div>
          ))}
          {byLaw ? null : (
            <div>
              <dt>Reason</dt>
              <dd>{refundCases[refundCase]}</dd>
            </div>
          )}
        </dl>
        {amount}
        <FormProblem text={failed} />
        <div className={styles.actions}>
          <Button size="large" busy={step === 'sending'} busyText="Sending..." onClick={() => void confirm()}>
            {byLaw ? 'Confirm withdrawal' : 'Send the request'}
          </Button>
          <Button
            variant="secondary"
            size="large"
            disabled={step === 'sending'}
            onClick={() => setStep('form')}
          >
            Change
          </Button>
        </div>
      </>
    )
  return (
    <>
      {byLaw ? (
        <p>
          A consumer in the EU can withdraw within 14 days after the day of the payment, without a reason. For
          orders of a company there is no such right: please write to{' '}
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. In other cases you can{' '}
          <Link to="/withdraw?refund">ask for a refund</Link>.
        </p>
      ) : (
        <p>
          The <Link to="/terms#refunds">terms</Link> say when we refund.
          {given ? '' : ' Opened from the page of your order, this form shows the amount.'}
        </p>
      )}
      {whyNot === null || !euConsumers ? null : (
        <Notice tone="info" title="You cannot withdraw">
          {whyNot}
        </Notice>
      )}
      <form className={form.form} noValidate onSubmit={toSummary}>
        {names.map((each) => (
          <Field
            key={each}
            name={each}
            type={each === 'email' ? 'email' : 'text'}
            label={inputs[each]}
            autoComplete={each === 'orderNumber' ? 'off' : each}
            maxLength={each === 'email' ? 254 : 120}
            help={each === 'email' ? 'The one you ordered with. The confirmation goes to it.' : undefined}
            value={values[each]}
            error={problems[each]}
            onChange={(event) => setValues({ ...values, [each]: event.target.value })}
          />
        ))}
        {byLaw ? null : (
          <Select
            label="Reason"
            value={refundCase}
            onChange={(event) => setRefundCase(event.target.value as RefundCase)}
          >
            {Object.entries(refundCases).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </Select>
        )}
        {amount}
        <Button type="submit" size="large">
          Continue
        </Button>
      </form>
    </>
  )
}

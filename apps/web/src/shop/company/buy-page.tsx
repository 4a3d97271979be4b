import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { groupSize } from '#modules/leadership/cohorts/domain/groups.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, FormProblem, Select } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Notice } from '../../ui/surface.tsx'
import { DateChoice } from '../cohorts/date-choice.tsx'
import styles from './buy.module.css'
import { CompanyFields } from './company-fields.tsx'
import { PriceCard } from './price-card.tsx'
import { type PurchaseMethod, useBuy } from './use-buy.ts'

const busyTexts: Record<PurchaseMethod, string> = {
  card: 'One moment...',
  invoice: 'Placing the order...',
  quote: 'Creating the quote...',
}

/** The page on which an organization buys seats: by card, by invoice, or by a quote. */
export function Page() {
  const { purchase, change, changeOrganization, busy, problems, setProblems, submit, ...buy } = useBuy()
  const { seats, cohortId, price, refusedCode, program, dates, isGuest, organization } = buy
  const { isPrivate, setPrivate, managed, chooseOrganization } = buy

  const action = (method: PurchaseMethod, label: string, variant: 'primary' | 'secondary') => (
    <Button
      type={variant === 'primary' ? 'submit' : 'button'}
      variant={variant}
      size="large"
      busy={busy === method}
      busyText={busyTexts[method]}
      disabled={busy !== undefined && busy !== method}
      {...(variant === 'primary' ? {} : { onClick: () => void submit(method) })}
    >
      {label}
    </Button>
  )

  return (
    <Frame
      title="Buy for your organization"
      heading="Seats for your organization"
      lead="Choose the number of seats, see your price, and pay by card or invoice. Need approval first? Get a quote to print. You can name the participants later."
    >
      <form
        ref={useRefusedFocus(problems)}
        className={styles.columns}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(isPrivate ? 'quote' : 'invoice')
        }}
      >
        <div className={styles.main}>
          <fieldset className={styles.part}>
            <legend>Your seats</legend>
            <div className={styles.narrow}>
              <Field
                label="Seats"
                type="number"
                inputMode="numeric"
                min={1}
                max={500}
                value={purchase.seats}
                error={problems.seats}
                help="One for each participant. You do not have to be one of them."
                onChange={(event) => change({ seats: event.target.value })}
              />
            </div>
            <Checkbox
              label="A cohort of our own"
              help="Only your people take part, and you choose the first day. Request a quote, and we open it for you."
              checked={isPrivate}
              onChange={(event) => setPrivate(event.target.checked)}
            />
            {isPrivate ? (
              <div className={styles.narrow}>
                <Field
                  label="First day"
                  type="date"
                  value={purchase.privateStart}
                  error={problems.privateStart}
                  help={`At least 14 days from now, with at least ${groupSize} seats.`}
                  onChange={(event) => change({ privateStart: event.target.value })}
                />
              </div>
            ) : dates.withEnoughPlaces.length > 0 ? (
              <DateChoice
                dates={dates.withEnoughPlaces}
                chosen={cohortId ?? undefined}
                onChoose={(id) => change({ cohortId: id })}
                legend="Start date"
                full=""
              />
            ) : null}
            {isPrivate || dates.own.length === 0 ? null : (
              <p className={styles.quiet}>
                Only for your organization: {dates.own.map(({ startsOn }) => dayInWords(startsOn)).join('; ')}
                .
              </p>
            )}
            {!isPrivate && dates.all.length > dates.withEnoughPlaces.length ? (
              <p className={styles.quiet}>
                {tooSmall(
                  dates.all.filter((date) => !dates.withEnoughPlaces.includes(date)),
                  dates.withEnoughPlaces.length,
                )}
              </p>
            ) : null}
            {problems.cohortId ? <Notice tone="bad">{problems.cohortId}</Notice> : null}
            <div className={styles.narrow}>
              <Field
                label="Code"
                optional
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                value={purchase.couponCode}
                error={problems.couponCode ?? refusedCode}
                help="Enter a discount code if you have one."
                onChange={(event) => {
                  setProblems({ ...problems, couponCode: undefined })
                  change({ couponCode: event.target.value })
                }}
              />
            </div>
          </fieldset>
          <fieldset className={styles.part}>
            <legend>Billing details</legend>
            {managed.length === 0 ? null : (
              <Select
                label="Buy for"
                value={managed.find(({ id }) => id === purchase.organization.id)?.id ?? ''}
                help="Seats, orders and managers of one organization stay together."
                onChange={(event) => chooseOrganization(event.target.value)}
              >
                {managed.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                <option value="">Another organization</option>
              </Select>
            )}
            <CompanyFields
              organization={purchase.organization}
              problems={problems}
              onChange={changeOrganization}
            />
            <Field
              label="Purchase order number"
              optional
              autoComplete="off"
              maxLength={60}
              value={purchase.reference}
              error={problems.reference}
              help="Printed on the invoice for your accounting department."
              onChange={(event) => change({ reference: event.target.value })}
            />
          </fieldset>
          <div className={styles.actions}>
            <p className={styles.quiet}>
              By ordering you accept our{' '}
              <Link to="/terms" target="_blank" rel="noopener">
                Terms
              </Link>{' '}
              and{' '}
              <Link to="/privacy" target="_blank" rel="noopener">
                Privacy Policy
              </Link>
              .{isGuest ? ' You will create an account first; your input is kept.' : ''}
            </p>
            <FormProblem text={problems.form} />
            <div className={styles.buttons}>
              {isPrivate ? null : action('invoice', 'Order by invoice', 'primary')}
              {isPrivate ? null : action('card', 'Pay by card', 'secondary')}
              {action('quote', 'Get a quote', isPrivate ? 'primary' : 'secondary')}
            </div>
            <p className={styles.quiet}>
              {isPrivate
                ? 'A quote fixes the price and binds you to nothing. We email you its link, with which anyone can print and accept it, and tell you as soon as your cohort is open.'
                : 'You pay an invoice by bank transfer. A quote fixes the price, binds you to nothing, and does not reserve places. We email you its link, with which anyone can print and accept it.'}
            </p>
            {organization ? (
              <p className={styles.quiet}>
                <Link to="/organization">
                  Seats, orders and quotes for <bdi>{organization.name}</bdi>
                </Link>
              </p>
            ) : null}
            <TalkLine seats={seats} />
          </div>
        </div>
        <div className={styles.aside}>
          <PriceCard
            name={program.data?.name ?? 'Authentic Leader Certification'}
            price={price.data?.price}
            busy={price.isFetching}
            hint={price.data && stepHint(price.data.steps, seats)}
            product={program.data}
            tax={buy.tax}
          />
        </div>
      </form>
    </Frame>
  )
}

function tooSmall(dates: readonly { startsOn: string; placesLeft: number }[], others: number): string {
  const words = dates.map(
    ({ startsOn, placesLeft }) =>
      `${dayInWords(startsOn)} has ${placesLeft <= 0 ? 'no places' : placesLeft === 1 ? '1 place' : `${placesLeft} places`} left`,
  )
  const end =
    others === 0 ? ' Your participants can choose from the next dates, which we announce by email.' : ''
  return `${words.join('; ')}.${end}`
}

const TalkDialog = lazy(() =>
  import('../program/talk-dialog.tsx').then((module) => ({ default: module.TalkDialog })),
)

/** A line with a button that opens the contact form. */
function TalkLine({ seats }: { seats: number }) {
  const [talk, setTalk] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <p className={styles.quiet}>
      Need something else?{' '}
      <Button variant="quiet" size="small" onClick={() => setTalk('open')}>
        Talk to us
      </Button>
      {talk === 'never' ? null : (
        <Suspense>
          <TalkDialog
            open={talk === 'open'}
            onClose={() => setTalk('closed')}
            message={`We would like ${seats > 0 ? seats : 'several'} seats in the certification.`}
          />
        </Suspense>
      )}
    </p>
  )
}

/** A sentence about the discount of the next volume step; undefined if there is none. */
function stepHint(steps: readonly { from: number; percent: number }[], seats: number): string | undefined {
  const next = steps.find(({ from }) => from > seats)
  if (next === undefined || seats < 1) return undefined
  return `If you buy ${next.from} seats or more, each seat costs ${next.percent}% less.`
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { terms } from '#modules/content/base-template/terms.ts'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { useAuth, useSignedOut } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { useContent } from '../../lib/content.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Notice } from '../../ui/surface.tsx'
import { forgetOrders, useProgram } from '../api.ts'
import { DateChoice } from '../cohorts/date-choice.tsx'
import { freeDate, useDates } from '../cohorts/dates.ts'
import { accountHref } from '../program/product.ts'
import { fieldsOf } from '../program/section.ts'
import styles from './buy.module.css'
import {
  askForQuote,
  type Organization,
  placeOrder,
  storeOrganization,
  useOwnOrganization,
  usePrice,
} from './company-api.ts'
import { type CompanyField, CompanyFields, missingOf, withLabel } from './company-fields.tsx'
import { PriceCard } from './price-card.tsx'
import { stepHint } from './step-hint.ts'
import { TalkLine } from './talk-line.tsx'
import { usePurchase } from './use-purchase.ts'

type PurchaseMethod = 'card' | 'invoice' | 'quote'
type Problems = Partial<
  Record<CompanyField | 'seats' | 'couponCode' | 'cohortId' | 'reference' | 'form', string>
>

const buyPath = '/organization/buy'
const defaultSeats = '10'
const busyTexts: Record<PurchaseMethod, string> = {
  card: 'One moment...',
  invoice: 'Placing the order...',
  quote: 'Creating the quote...',
}

/** The page on which an organization buys seats: by card, by invoice, or by a quote. */
export function Page() {
  const [query] = useSearchParams()
  const requestedSeats = query.get('seats')
  const { purchase, change, changeOrganization, forget } = usePurchase(
    requestedSeats !== null && /^\d{1,3}$/.test(requestedSeats) ? requestedSeats : defaultSeats,
  )
  const auth = useAuth()
  const signOut = useSignedOut()
  const navigate = useNavigate()
  const client = useQueryClient()
  const program = useProgram()
  const { page } = useContent(terms)
  const own = useOwnOrganization(auth.status === 'customer')
  const [busy, setBusy] = useState<PurchaseMethod>()
  const [problems, setProblems] = useState<Problems>({})
  const seats = /^\d{1,3}$/.test(purchase.seats.trim()) ? Number(purchase.seats) : 0
  const possible = seats >= 1 && seats <= 500
  const all = useDates()
  const roomy = all.filter(({ placesLeft }) => placesLeft >= seats)
  const cohortId = freeDate(roomy, purchase.cohortId) ?? null
  const couponCode = purchase.couponCode.trim() === '' ? null : purchase.couponCode
  const question =
    program.data && possible ? { productId: program.data.id, seats, cohortId, couponCode } : undefined
  const withCode = usePrice(question)
  const refusedCode = withCode.isError ? codeProblem(withCode.error) : undefined
  // For an invalid code, the price without it is shown.
  const plain = usePrice(
    refusedCode !== undefined && question ? { ...question, couponCode: null } : undefined,
  )
  const price = refusedCode === undefined ? withCode : plain
  const filled = useRef(false)

  // A returning customer's company is filled in; text that is already typed is kept.
  useEffect(() => {
    if (filled.current || !own.data) return
    filled.current = true
    const { id, name, addressLine1, addressLine2, postalCode, city, region, country, taxId } = own.data
    if (purchase.reference === '' && own.data.reference !== '') change({ reference: own.data.reference })
    if (purchase.organization.name.trim() === '' || purchase.organization.name === name)
      changeOrganization({ id, name, addressLine1, addressLine2, postalCode, city, region, country, taxId })
  }, [own.data, purchase.organization.name, purchase.reference, change, changeOrganization])

  async function submit(method: PurchaseMethod): Promise<void> {
    const missing: Problems = {
      ...(possible ? {} : { seats: 'Seats: enter a whole number from 1 to 500.' }),
      ...(refusedCode === undefined ? {} : { couponCode: refusedCode }),
      ...missingOf(purchase.organization),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0 || !program.data || auth.status === 'loading') return
    if (auth.status === 'guest') {
      notify.info('Please create an account first. Your input is kept.', { toastId: 'company-sign-up' })
      return void navigate(accountHref('/signup', buyPath, null))
    }
    setBusy(method)
    try {
      await storeOrganization(trimmed(purchase.organization))
      const request = {
        organizationId: purchase.organization.id,
        productId: program.data.id,
        seats,
        cohortId,
        couponCode,
        termsVersion: fieldsOf(page, 'legal')?.effectiveDate ?? null,
      }
      if (method === 'quote') {
        const { token } = await askForQuote({ id: purchase.quoteId, ...request })
        change({ quoteId: crypto.randomUUID() })
        return void navigate(`/quotes/${token}`)
      }
      const { order } = await placeOrder({
        orderId: purchase.orderId,
        method,
        reference: purchase.reference.trim() || null,
        ...request,
      })
      forget()
      void forgetOrders(client)
      const byCard = method === 'card' && order.status !== 'completed'
      navigate(`/organization/orders/${order.id}${byCard ? '?pay=card' : ''}`)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) signOut()
      setProblems(problemsOf(failure))
    } finally {
      setBusy(undefined)
    }
  }

  const action = (method: PurchaseMethod, label: string, variant: 'primary' | 'secondary') => (
    <Button
      type={method === 'invoice' ? 'submit' : 'button'}
      variant={variant}
      size="large"
      busy={busy === method}
      busyText={busyTexts[method]}
      disabled={busy !== undefined && busy !== method}
      {...(method === 'invoice' ? {} : { onClick: () => void submit(method) })}
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
          void submit('invoice')
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
            {roomy.length > 0 ? (
              <DateChoice
                dates={roomy}
                chosen={cohortId ?? undefined}
                onChoose={(id) => change({ cohortId: id })}
                legend="Start date"
                full=""
              />
            ) : null}
            {all.length > roomy.length ? (
              <p className={styles.quiet}>
                {tooSmall(
                  all.filter((date) => !roomy.includes(date)),
                  roomy.length,
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
              .{auth.status === 'guest' ? ' You will create an account first; your input is kept.' : ''}
            </p>
            {problems.form ? (
              <Notice tone="bad" announce>
                {problems.form}
              </Notice>
            ) : null}
            <div className={styles.buttons}>
              {action('invoice', 'Order by invoice', 'primary')}
              {action('card', 'Pay by card', 'secondary')}
              {action('quote', 'Get a quote', 'secondary')}
            </div>
            <p className={styles.quiet}>
              You pay an invoice by bank transfer. A quote fixes the price, but it holds no places and is not
              binding. Anyone with its link can print and accept it. We email you the link.
            </p>
            {own.data ? (
              <p className={styles.quiet}>
                <Link to="/organization">
                  Seats, orders and quotes for <bdi>{own.data.name}</bdi>
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
          />
        </div>
      </form>
    </Frame>
  )
}

const trimmed = (organization: Organization): Organization =>
  Object.fromEntries(
    Object.entries(organization).map(([name, text]) => [name, text.trim()]),
  ) as unknown as Organization

/** The server's message about the code. */
const codeProblem = (failure: unknown): string | undefined =>
  problemsByInput(failure, (path) => (path === 'couponCode' ? path : undefined)).couponCode

function tooSmall(dates: readonly { startsOn: string; placesLeft: number }[], others: number): string {
  const words = dates.map(
    ({ startsOn, placesLeft }) =>
      `${dayInWords(startsOn)} has ${placesLeft <= 0 ? 'no places' : placesLeft === 1 ? '1 place' : `${placesLeft} places`} left`,
  )
  const end =
    others === 0 ? ' Your participants can choose from the next dates, which we announce by email.' : ''
  return `${words.join('; ')}.${end}`
}

const company = ['name', 'addressLine1', 'addressLine2', 'postalCode', 'city', 'region', 'country', 'taxId']

/** The messages by field; without any, the server's message for the whole form. */
function problemsOf(failure: unknown): Problems {
  const known = problemsByInput(failure, (path) =>
    [...company, 'seats', 'couponCode', 'cohortId', 'reference'].includes(path)
      ? (path as keyof Problems)
      : undefined,
  )
  const entries = Object.entries(known).map(([field, message]) => [
    field,
    company.includes(field) ? withLabel(field as CompanyField, message) : message,
  ])
  if (entries.length > 0) return Object.fromEntries(entries)
  return { form: saidByServer(failure) ?? 'Something went wrong. Nothing was ordered. Please try again.' }
}

import { useState } from 'react'
import type { listProducts } from '#modules/commerce/contract.ts'
import type { defineCoupon } from '#modules/commerce/pricing/contract.ts'
import type { listAllCohorts } from '#modules/leadership/cohorts/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import styles from '../cohorts/cohorts.module.css'
import { ActionForm } from '../parts/action-form.tsx'
import { Options } from '../parts/options.tsx'

const start = {
  code: '',
  kind: 'percent',
  worth: '',
  productId: '',
  cohortId: '',
  lastDay: '',
  maxUses: '',
  maxSeats: '',
}
const codeOf = ({ code }: typeof start): string => code.trim().toUpperCase()

/** The midnight at which the last day ends, in the time zone of the browser. */
const endOf = (lastDay: string): string => {
  const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1).toISOString()
}

function worthProblem(worth: string, { kind }: typeof start): string | true {
  if (kind === 'percent') return /^\s*\d{1,3}\s*$/.test(worth) || 'Value: enter a whole number from 1 to 100.'
  return worth.trim() !== '' || 'Value: enter an amount, such as 250.00.'
}

/** The form for a new coupon. A coupon cannot be edited later: end it and create another one. */
export function CouponForm({ onDone }: { onDone: (id: string) => void }) {
  // The same for every attempt.
  const [id] = useState(() => crypto.randomUUID())
  const define = useAction<typeof defineCoupon>('POST', '/api/admin/prices/coupons', ['/api/admin/prices'])
  const sold = useAnswer<typeof listProducts>('/api/products/type/:type', {
    params: { type: 'certification_program' },
  })
  const dates = useAnswer<typeof listAllCohorts>('/api/admin/cohorts', {})
  const cohorts = dates.data?.cohorts.filter(({ status }) => status === 'open')
  return (
    <ActionForm
      start={start}
      inputs={{ percent: 'worth', amount: 'worth', validUntil: 'lastDay' }}
      send={(typed) =>
        define.mutateAsync({
          body: {
            id,
            code: codeOf(typed),
            percent: typed.kind === 'percent' ? Number(typed.worth) : null,
            amount: typed.kind === 'amount' ? typed.worth.trim() : null,
            productId: typed.productId || null,
            cohortId: typed.cohortId || null,
            validUntil: typed.lastDay === '' ? null : endOf(typed.lastDay),
            maxUses: typed.maxUses === '' ? null : Number(typed.maxUses),
            maxSeats: typed.maxSeats === '' ? null : Number(typed.maxSeats),
          },
        })
      }
      done={(typed) => {
        notify.success(`The code ${codeOf(typed)} can be used now.`)
        onDone(id)
      }}
      refused={{ reason: (failure) => saidByServer(failure) ?? 'Not saved. Please try again.' }}
      className={styles.form}
    >
      {({ input, values, busy }) => (
        <>
          <Field
            {...input('code', 'Code')}
            autoCapitalize="characters"
            spellCheck={false}
            help="6 to 32 letters, digits and dashes. It is kept permanently, so it must not name a person."
          />
          <div className={styles.lab}>
            <Select {...input('kind', 'Type of discount')}>
              <option value="percent">Percentage of the price</option>
              <option value="amount">Fixed amount</option>
            </Select>
            <Field
              {...input('worth', 'Value', { validate: worthProblem })}
              inputMode="decimal"
              help={
                values.kind === 'percent'
                  ? 'A whole number from 1 to 100.'
                  : 'Once per order, such as 250.00.'
              }
            />
          </div>
          <Select {...input('productId', 'Program')}>
            <option value="">Every program</option>
            <Options of={sold.data?.products.map((product) => [product.id, product.name])} />
          </Select>
          <Select {...input('cohortId', 'Date')}>
            <option value="">Every date</option>
            <Options of={cohorts?.map((cohort) => [cohort.id, dayInWords(cohort.startsOn)])} />
          </Select>
          <Field
            {...input('lastDay', 'Last day')}
            type="date"
            optional
            help="The code can be used until the end of this day, in your time zone."
          />
          <Field
            {...input('maxUses', 'Maximum uses')}
            type="number"
            optional
            min={1}
            help="Counts orders, not seats."
          />
          <Field
            {...input('maxSeats', 'Maximum seats per order')}
            type="number"
            optional
            min={1}
            max={500}
            help="An order with more seats cannot use the code."
          />
          <Button type="submit" busy={busy} busyText="Saving...">
            Create this coupon
          </Button>
        </>
      )}
    </ActionForm>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { listProducts } from '#modules/commerce/contract.ts'
import type { InvestmentReturn } from '#modules/leadership/calculator/domain/explanation.ts'
import { call } from '../../lib/call.ts'
import { money, percent } from '../../lib/format.ts'
import styles from './investment-panel.module.css'

const whole = (amount: number): string => money(amount, 'usd', { cents: false })

interface InvestmentPanelProps {
  level: number
  onLevel: (level: number) => void
  /** The share of the cost, from 0 to 1, that the highest level saves. */
  best: number
  /** US dollars per year, without an investment. */
  before: number
  /** US dollars per year, at the chosen level. */
  after: number
  /** Undefined if the figures of a saved result are incomplete. */
  gain: InvestmentReturn | undefined
}

/** The slider of the investment level, with the investment's cost and savings. The chart beside it follows the slider. */
export function InvestmentPanel({ level, onLevel, best, before, after, gain }: InvestmentPanelProps) {
  return (
    <section className={styles.invest} aria-labelledby="invest-title">
      <h2 id="invest-title">What would an investment change?</h2>
      <p className={styles.soft}>
        Investing in leadership can reduce these costs by up to {percent(best, 0)}. Move the slider to see how
        each category changes.
      </p>
      <label className={styles.slider}>
        <span>
          Investment level <output>{level}</output> · {percent(level / 1000)} of payroll
        </span>
        <input
          type="range"
          min={0}
          max={100}
          value={level}
          onChange={(event) => onLevel(Number(event.target.value))}
        />
        <span className={styles.ends} aria-hidden="true">
          <span>0</span>
          <span>100</span>
        </span>
      </label>
      {level > 0 ? (
        <div role="status">
          <p className={styles.savings}>
            <strong>{whole(before - after)}</strong> saved per year, from {whole(before)} to {whole(after)}
          </p>
          {gain ? <Gain gain={gain} /> : null}
        </div>
      ) : (
        <SeatPrice cost={before} />
      )}
    </section>
  )
}

/** The investment, the net savings, and the payback time. */
function Gain({ gain: { invested, net, paybackMonths } }: { gain: InvestmentReturn }) {
  return (
    <dl className={styles.gain}>
      <div>
        <dt>Invested per year</dt>
        <dd>{whole(invested)}</dd>
      </div>
      <div>
        <dt>{net < 0 ? 'Net loss' : 'Net savings'}</dt>
        <dd>{whole(Math.abs(net))}</dd>
      </div>
      <div>
        <dt>Paid back after</dt>
        <dd>{payback(paybackMonths)}</dd>
      </div>
    </dl>
  )
}

function payback(months: number | null): string {
  if (months === null) return 'never'
  if (months > 120) return 'more than 10 years'
  if (months < 1) return 'less than a month'
  return `${months.toLocaleString('en-US')} ${months === 1 ? 'month' : 'months'}`
}

/** The price of one seat, as the time in which the gaps cost as much. */
function SeatPrice({ cost }: { cost: number }) {
  const price = useSeatPrice()
  if (price === undefined || cost <= 0) return null
  return (
    <p className={styles.soft}>
      For comparison: one seat in the program costs {whole(price)}, which is what these gaps cost in{' '}
      {duration((price / cost) * 365 * 24)}.
    </p>
  )
}

function duration(hours: number): string {
  for (const [unit, size] of [
    ['year', 8760],
    ['month', 730],
    ['day', 24],
    ['hour', 1],
  ] as const) {
    const count = Math.round(hours / size)
    if (hours >= size) return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than an hour'
}

/** The price of one seat in US dollars; undefined until it has loaded, and in other currencies. */
function useSeatPrice(): number | undefined {
  const { data } = useQuery({
    queryKey: ['seat-price'],
    queryFn: async () => {
      const { products } = await call<typeof listProducts>('GET', '/api/products/type/:type', {
        params: { type: 'certification_program' },
      })
      const [first] = products
      return first && first.currency.toLowerCase() === 'usd' ? Number(first.price) : null
    },
    staleTime: 5 * 60_000,
    retry: false,
  })
  return data ?? undefined
}

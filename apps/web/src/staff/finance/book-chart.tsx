import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { money } from '../../lib/format.ts'
import { axis, legend, tooltip } from '../../ui/chart-style.ts'
import { type BookLine, kindLabel, periodLabel } from './book-words.ts'
import styles from './books.module.css'

const bars = [
  { kind: 'received', fill: 'var(--good)' },
  { kind: 'refunded', fill: 'var(--copper)' },
  { kind: 'disputed', fill: 'var(--bad)' },
  { kind: 'fees', fill: 'var(--edge)' },
  { kind: 'unassigned', fill: 'var(--warn)' },
] as const
/** More bars would be too thin; the table has every period. */
const mostBars = 31

/** A chart of the newest periods of one currency; the table below has every period. */
export function BookChart({ lines, currency }: { lines: readonly BookLine[]; currency: string }) {
  const data = lines.slice(-mostBars).map((line) => ({
    name: periodLabel(line.period),
    received: Number(line.received),
    refunded: Number(line.refunded),
    disputed: Number(line.disputed),
    fees: Number(line.fees),
    unassigned: Number(line.unassigned),
  }))
  // Unassigned money is rare: without any, its series is left out.
  const drawn = bars.filter(({ kind }) => kind !== 'unassigned' || data.some((line) => line.unassigned !== 0))
  return (
    <figure className={styles.chart}>
      <figcaption>
        {data.length < lines.length ? `Latest ${data.length} of ${lines.length} periods` : 'By period'},{' '}
        {currency.toUpperCase()}. The table below has the same figures.
      </figcaption>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={240}>
          <BarChart data={data} margin={{ left: 8, right: 40 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--rule)" vertical={false} />
            <XAxis dataKey="name" minTickGap={24} {...axis} />
            <YAxis
              width={84}
              tickFormatter={(value: number) => money(value, currency, { cents: false })}
              {...axis}
            />
            <Tooltip {...tooltip} formatter={(value) => money(Number(value), currency)} />
            <Legend
              {...legend}
              formatter={(name: string) => <span className={styles.chartName}>{name}</span>}
            />
            {drawn.map(({ kind, fill }) => (
              <Bar
                key={kind}
                dataKey={kind}
                name={kindLabel(kind)}
                fill={fill}
                maxBarSize={28}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

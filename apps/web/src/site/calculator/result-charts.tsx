import { ChevronRight } from 'lucide-react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { money, percent, shortMoney } from '../../lib/format.ts'
import type { ChartItem } from './chart-items.ts'
import { lengthOf } from './long-amount.ts'
import styles from './results.module.css'
import { thousands } from './thousands.ts'

const shades = ['var(--copper)', 'var(--ink)', '#d8a93f', '#7b7b7b', '#8a5a2f', '#b8a998']
const tick = { fill: 'var(--ink-soft)', fontSize: 13 }
const tooltip = { background: 'var(--raised)', border: '1px solid var(--rule)', color: 'var(--ink)' }
const whole = (value: unknown): string => money(Number(value), 'usd', { cents: false })

const label = (value: unknown): string => thousands(Number(value))

/** Space for the longest amount at the end of its bar, in pixels. */
const labelSpace = (items: readonly ChartItem[]): number =>
  Math.max(...items.map(({ originalValue }) => thousands(originalValue).length), 0) * 8 + 12

const shortName = (name: string): string => name.replace(/ (Cost|Loss|Gap)$/, '')

/** The categories as a bar or ring chart, followed by a table of the figures for screen readers and for copying. */
export function ResultCharts({ items, kind }: { items: readonly ChartItem[]; kind: 'bar' | 'pie' }) {
  const data = items.map((item) => ({ ...item }))
  const total = items.reduce((sum, item) => sum + item.value, 0)
  // By the original amounts, so that the axis does not change when the slider moves.
  const axis = axisTicks(Math.max(...items.map(({ originalValue }) => originalValue), 1))
  return (
    <>
      {kind === 'bar' ? (
        <div
          className={styles.bars}
          role="img"
          aria-label="Bar chart of the cost by category; the table below has its figures"
        >
          <ResponsiveContainer width="100%" height={64 + items.length * 48}>
            <BarChart
              data={data}
              layout="vertical"
              margin={{ top: 8, right: labelSpace(items), left: 0 }}
              accessibilityLayer={false}
            >
              <CartesianGrid stroke="var(--rule)" horizontal={false} />
              <XAxis
                type="number"
                domain={[0, axis.at(-1) ?? 0]}
                ticks={axis}
                tick={tick}
                stroke="var(--edge)"
                tickFormatter={thousands}
                minTickGap={24}
              />
              <YAxis
                type="category"
                dataKey="name"
                tick={tick}
                stroke="var(--edge)"
                interval={0}
                tickFormatter={shortName}
                width={116}
              />
              <Tooltip contentStyle={tooltip} cursor={{ fill: 'var(--sunk)' }} formatter={whole} />
              <Bar
                dataKey="value"
                name="Annual cost"
                fill="var(--copper)"
                barSize={26}
                isAnimationActive={false}
              >
                <LabelList dataKey="value" position="right" formatter={label} {...tick} fill="var(--ink)" />
              </Bar>
            </BarChart>
          </ResponsiveContainer>
        </div>
      ) : (
        <div className={styles.ringRow}>
          <div
            className={styles.ring}
            role="img"
            aria-label={`Pie chart of the cost by category, ${shortMoney(total)} in all; the table below has its figures`}
          >
            <ResponsiveContainer width="100%" height={320}>
              <PieChart accessibilityLayer={false}>
                <Pie
                  data={data}
                  dataKey="value"
                  nameKey="name"
                  innerRadius={88}
                  outerRadius={140}
                  stroke="var(--paper)"
                  strokeWidth={2}
                  isAnimationActive={false}
                >
                  {data.map((item, index) => (
                    <Cell key={item.name} fill={shades[index % shades.length] ?? 'var(--copper)'} />
                  ))}
                </Pie>
                <Tooltip contentStyle={tooltip} formatter={whole} />
              </PieChart>
            </ResponsiveContainer>
            <p className={styles.ringTotal} data-long={lengthOf(shortMoney(total), 9)}>
              {shortMoney(total)}
            </p>
          </div>
          <ul className={styles.legend}>
            {items.map((item, index) => (
              <li key={item.name}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" fill={shades[index % shades.length]} />
                </svg>
                {item.name} <span>{percent(total === 0 ? 0 : item.value / total, 0)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className={styles.figures}>
        <summary>
          <ChevronRight aria-hidden="true" strokeWidth={1.5} />
          The figures as a table
        </summary>
        <table>
          <caption className="visually-hidden">Annual cost by category</caption>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Annual cost</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.name}>
                <th scope="row">{item.name}</th>
                <td>{whole(item.value)}</td>
                <td>{percent(total === 0 ? 0 : item.value / total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{whole(total)}</td>
              <td>{total === 0 ? '–' : '100%'}</td>
            </tr>
          </tfoot>
        </table>
      </details>
    </>
  )
}

/** Round values from 0 to at least `largest`, in at most five steps. */
function axisTicks(largest: number): number[] {
  const rough = largest / 5
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_each, index) => index * step)
}

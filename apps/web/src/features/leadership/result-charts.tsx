import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { money, shortMoney } from '../../lib/format.ts'
import styles from './results.module.css'

export interface ChartItem {
  name: string
  value: number
  originalValue: number
  description: string
}

const shades = ['var(--copper)', 'var(--ink)', '#cc7f42', '#7b7b7b', '#8a5a2f', '#b8a998']
const tick = { fill: 'var(--ink-soft)', fontSize: 12 }
const tooltip = { background: 'var(--raised)', border: '1px solid var(--rule)', color: 'var(--ink)' }
const whole = (value: unknown): string => money(Number(value), 'usd', { cents: false })

const shortName = (name: string): string => name.replace(/ (Cost|Loss|Gap)$/, '')

/** The categories as bars or as a ring. The cards beside it carry the same figures as text. */
export function ResultCharts({ items, kind }: { items: readonly ChartItem[]; kind: 'bar' | 'pie' }) {
  const data = items.map((item) => ({ ...item }))
  const total = items.reduce((sum, item) => sum + item.value, 0)
  if (kind === 'bar') {
    return (
      <ResponsiveContainer width="100%" height={360}>
        <BarChart data={data} margin={{ top: 8, left: 8 }}>
          <CartesianGrid stroke="var(--rule)" vertical={false} />
          <XAxis dataKey="name" tick={tick} stroke="var(--edge)" interval={0} tickFormatter={shortName} />
          <YAxis
            tick={tick}
            stroke="var(--edge)"
            tickFormatter={(value: number) => `$${Math.round(value / 1000).toLocaleString('en-US')}K`}
            width={72}
          />
          <Tooltip contentStyle={tooltip} cursor={{ fill: 'var(--sunk)' }} formatter={whole} />
          <Bar dataKey="value" name="Cost a year" fill="var(--copper)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    )
  }
  return (
    <div className={styles.ring}>
      <ResponsiveContainer width="100%" height={360}>
        <PieChart>
          <Pie
            data={data}
            dataKey="value"
            nameKey="name"
            innerRadius={92}
            outerRadius={150}
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
      <p className={styles.ringTotal}>{shortMoney(total)}</p>
    </div>
  )
}

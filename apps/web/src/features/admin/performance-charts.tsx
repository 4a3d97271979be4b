import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import styles from './admin.module.css'
import type { Stats } from './performance-panel.tsx'

const tooltip = { background: 'var(--raised)', border: '1px solid var(--rule)', color: 'var(--ink)' }
const tick = { fill: 'var(--ink-soft)', fontSize: 12 }

/** The slowest operations, and how many calls fell into each category. The table below has the same figures. */
export function PerformanceCharts({ stats }: { stats: Stats }) {
  const slowest = Object.values(stats.categorizedStats)
    .flatMap((operations) =>
      Object.entries(operations).map(([name, timing]) => ({
        name,
        average: timing.average * 1000,
        p95: timing.p95 * 1000,
      })),
    )
    .sort((a, b) => b.average - a.average)
    .slice(0, 8)
  const categories = Object.entries(stats.summary.categories).map(([name, count]) => ({ name, count }))
  if (slowest.length === 0) return null
  return (
    <div className={styles.charts}>
      <figure>
        <figcaption>Slowest operations, average in milliseconds</figcaption>
        <ResponsiveContainer width="100%" height={320}>
          <BarChart data={slowest} layout="vertical" margin={{ left: 8, right: 24 }}>
            <CartesianGrid stroke="var(--rule)" horizontal={false} />
            <XAxis type="number" tick={tick} stroke="var(--edge)" />
            <YAxis type="category" dataKey="name" width={220} tick={tick} stroke="var(--edge)" />
            <Tooltip contentStyle={tooltip} cursor={{ fill: 'var(--sunk)' }} />
            <Bar dataKey="average" name="average (ms)" fill="var(--copper)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </figure>
      <figure>
        <figcaption>Operations by category</figcaption>
        <ResponsiveContainer width="100%" height={320}>
          <BarChart data={categories} margin={{ top: 8 }}>
            <CartesianGrid stroke="var(--rule)" vertical={false} />
            <XAxis dataKey="name" tick={tick} stroke="var(--edge)" />
            <YAxis allowDecimals={false} tick={tick} stroke="var(--edge)" />
            <Tooltip contentStyle={tooltip} cursor={{ fill: 'var(--sunk)' }} />
            <Bar dataKey="count" fill="var(--copper)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </figure>
    </div>
  )
}

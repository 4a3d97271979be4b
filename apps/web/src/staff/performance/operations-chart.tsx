import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, legend, tooltip } from '../../ui/chart-style.ts'
import figureStyles from '../parts/figures.module.css'
import type { Operation } from './figures.ts'

const shown = 10
const longest = 38

/** The slowest operations. Hidden from screen readers, because the table has the same figures. */
export function OperationsChart({ operations }: { operations: readonly Operation[] }) {
  const rows = operations
    .toSorted((a, b) => b.average - a.average)
    .slice(0, shown)
    .map(({ name, average, p95 }) => ({
      name: name.length > longest ? `${name.slice(0, longest - 1)}…` : name,
      average: rounded(average),
      p95: rounded(p95),
    }))
  return (
    <figure className={figureStyles.chart}>
      <figcaption>
        The {rows.length} slowest operations, in milliseconds. The table below lists all of them.
      </figcaption>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={40 + rows.length * 36}>
          <BarChart
            data={rows}
            layout="vertical"
            margin={{ left: 8, right: 24 }}
            accessibilityLayer={false}
            barGap={1}
          >
            <CartesianGrid stroke="var(--rule)" horizontal={false} />
            <XAxis type="number" unit=" ms" {...axis} />
            <YAxis type="category" dataKey="name" width={270} interval={0} {...axis} />
            <Tooltip {...tooltip} />
            <Legend
              {...legend}
              formatter={(name: string) => <span className={figureStyles.chartName}>{name}</span>}
            />
            <Bar dataKey="average" name="Average" unit=" ms" fill="var(--copper)" isAnimationActive={false} />
            <Bar
              dataKey="p95"
              name="95th percentile"
              unit=" ms"
              fill="var(--edge)"
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

/** Milliseconds with two digits. */
function rounded(seconds: number): number {
  return Math.round(seconds * 100_000) / 100
}

import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { clockTime } from '../../lib/format.ts'
import { axis, legend, tooltip } from '../../ui/chart-style.ts'
import figureStyles from '../parts/figures.module.css'
import { dateTime } from '../parts/moments.ts'
import type { History, Moment } from './figures.ts'

const lines = [
  { key: 'api', name: 'API calls', stroke: 'var(--copper)', dash: '' },
  { key: 'database', name: 'Database statements', stroke: 'var(--edge)', dash: '6 3' },
  { key: 'external', name: 'External services', stroke: 'var(--ink)', dash: '2 3' },
] as const

/** 95th percentiles over the chosen span. Hidden from screen readers, because the table has the same figures. */
export function HistoryChart({
  moments,
  minutes,
  releases,
}: {
  moments: readonly Moment[]
  minutes: number
  releases: History['releases']
}) {
  return (
    <figure className={figureStyles.chart}>
      <figcaption>
        95th percentiles in milliseconds, one point for {stretchWords(minutes)}, all processes together.
      </figcaption>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={280}>
          <LineChart data={[...moments]} margin={{ left: 8, right: 24 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--rule)" vertical={false} />
            <XAxis
              dataKey="at"
              tickFormatter={(at: string) => (minutes < 60 ? clockTime(at) : dateTime(at))}
              minTickGap={48}
              {...axis}
            />
            <YAxis unit=" ms" width={80} {...axis} />
            <Tooltip {...tooltip} labelFormatter={(at) => dateTime(String(at))} />
            <Legend
              {...legend}
              formatter={(name: string) => <span className={figureStyles.chartName}>{name}</span>}
            />
            {releases.map(({ name, at }) => (
              <ReferenceLine
                key={name}
                x={momentOf(moments, at)}
                stroke="var(--ink)"
                strokeDasharray="1 3"
                label={{ value: name, position: 'insideTopRight', fill: 'var(--ink)', fontSize: 12 }}
              />
            ))}
            {lines.map(({ key, name, stroke, dash }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                unit=" ms"
                stroke={stroke}
                strokeWidth={2}
                strokeDasharray={dash}
                dot={moments.length < 3}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

/** The point of the chart that contains `at`: the last one that began before it. */
function momentOf(moments: readonly Moment[], at: string): string {
  return moments.findLast((moment) => moment.at <= at)?.at ?? moments[0]?.at ?? at
}

function stretchWords(minutes: number): string {
  if (minutes === 1) return 'each minute'
  return minutes < 60 ? `every ${minutes} minutes` : `every ${minutes / 60} hours`
}

import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, legend, tooltip } from '../../ui/chart-style.ts'
import styles from '../admin.module.css'
import figureStyles from '../parts/figures.module.css'
import { Table } from '../parts/table.tsx'
import { type CountRow, countsBySource } from './counts-by-source.ts'
import { type LeadList, leadTypes } from './inbox-view.ts'

const fills: Record<keyof typeof leadTypes, string> = {
  normal_lead: 'var(--copper)',
  whitepaper_download: 'var(--edge)',
  pre_order_book: 'var(--good)',
}
const kinds = Object.keys(leadTypes) as (keyof typeof leadTypes)[]

/** The leads by source: a chart of the largest sources, and a table of all. */
export function LeadCounts({ counts }: { counts: LeadList['counts'] }) {
  const rows = countsBySource(counts)
  return (
    <section className={styles.stack} aria-labelledby="lead-counts">
      <h3 className={styles.subhead} id="lead-counts">
        Where leads come from
      </h3>
      <figure className={figureStyles.chart}>
        <figcaption>
          Leads by source and kind, without quarantine. The table below has the same figures.
        </figcaption>
        <div aria-hidden="true">
          <ResponsiveContainer width="100%" height={70 + Math.min(rows.length, 8) * 34}>
            <BarChart
              data={rows.slice(0, 8)}
              layout="vertical"
              margin={{ left: 8, right: 24 }}
              accessibilityLayer={false}
            >
              <CartesianGrid stroke="var(--rule)" horizontal={false} />
              <XAxis type="number" allowDecimals={false} {...axis} />
              <YAxis type="category" dataKey="source" width={140} interval={0} {...axis} />
              <Tooltip {...tooltip} />
              <Legend
                {...legend}
                formatter={(name: string) => <span className={figureStyles.chartName}>{name}</span>}
              />
              {kinds.map((kind) => (
                <Bar
                  key={kind}
                  dataKey={kind}
                  name={leadTypes[kind]}
                  stackId="kinds"
                  fill={fills[kind]}
                  barSize={18}
                  isAnimationActive={false}
                />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
      </figure>
      <Table<CountRow>
        caption="Leads by source and kind"
        rows={rows}
        keyOf={({ source }) => source}
        first={{ column: 'total', descending: true }}
        columns={[
          { id: 'source', label: 'Source', value: ({ source }) => source },
          ...kinds.map((kind) => ({
            id: kind,
            label: leadTypes[kind],
            numeric: true,
            value: (row: CountRow) => row[kind],
          })),
          { id: 'total', label: 'All', numeric: true, value: ({ total }) => total },
        ]}
      />
    </section>
  )
}

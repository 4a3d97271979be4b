import { z } from 'zod'

const Datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal(`$\{datasource}`) })
const Place = z.strictObject({
  x: z.number().int().min(0).max(23),
  y: z.number().int().min(0),
  w: z.number().int().min(1).max(24),
  h: z.number().int().min(1),
})

/** What Grafana needs of a dashboard that it imports. */
const Dashboard = z.object({
  title: z.string().min(1),
  uid: z.string().regex(/^[\w-]{1,40}$/),
  schemaVersion: z.number().int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  annotations: z.object({ list: z.array(z.object({ expr: z.string() })) }),
  panels: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('row'), id: z.number(), title: z.string().min(1), gridPos: Place }),
      z.object({
        type: z.enum(['timeseries', 'stat']),
        id: z.number(),
        title: z.string().min(1),
        description: z.string().min(1),
        gridPos: Place,
        datasource: Datasource,
        fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
        targets: z
          .array(z.object({ refId: z.string().min(1), expr: z.string(), datasource: Datasource }))
          .min(1),
      }),
    ]),
  ),
})

/** The expressions of a dashboard's panels, its variables filled in, and where the panels are. @throws when Grafana would not take it */
export function dashboardOf(text: string): { expressions: string[]; places: z.output<typeof Place>[] } {
  const { panels, annotations, templating } = Dashboard.parse(JSON.parse(text))
  if (new Set(panels.map(({ id }) => id)).size < panels.length) throw new Error('An id is used twice')
  const filled = (expr: string): string =>
    expr.replaceAll('$__rate_interval', '5m').replace(/\$(\w+)/g, (_, name: string) => {
      if (!templating.list.some((each) => each.name === name)) throw new Error(`$${name} is not a variable`)
      return name === 'job' ? 'veralead' : name
    })
  const shown = panels.flatMap((panel) => (panel.type === 'row' ? [] : panel.targets))
  return {
    expressions: [...shown.map(({ expr }) => expr), ...annotations.list.map(({ expr }) => expr)].map(filled),
    places: panels.map(({ gridPos }) => gridPos),
  }
}

import { parse } from 'yaml'
import { z } from 'zod'

/** One alert of a rules file. */
export interface Alert {
  alert: string
  expr: string
  /** How long it must be so. */
  wait: string
  severity: string
  summary: string
}

/** Prometheus refuses unknown fields, and so does this. */
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().min(1),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string().min(1),
          for: z.string(),
          labels: z.strictObject({ severity: z.string() }),
          annotations: z.strictObject({ summary: z.string(), description: z.string().min(1) }),
        }),
      ),
    }),
  ),
})

/** The alerts of a rules file. @throws when the file is not YAML or has another shape than Prometheus takes */
export function alertsOf(text: string): Alert[] {
  return Rules.parse(parse(text)).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, for: wait, labels, annotations }) => ({
      alert,
      expr,
      wait,
      severity: labels.severity,
      summary: annotations.summary,
    })),
  )
}

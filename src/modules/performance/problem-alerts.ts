import { Config } from '#platform/config/config.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import type { StoredProblem } from '#platform/telemetry/stored-problems.ts'
import { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'

const mails = defineJob({ queue: 'performance-alerts', schedule: '*/5 * * * *' })

/** The most problems in one alert; the next alert has the rest. */
const listed = 20
/** Milliseconds. Older problems are not alerted: they were seen before alerts were switched on. */
const recentMs = 3_600_000

/** Mails errors and slow statements within five minutes; each problem once a day. */
export class ProblemAlerts extends JobHandlers {
  static readonly needs = {
    history: TelemetryHistory,
    mailer: Mailer,
    config: Config,
    clock: Clock,
  }
  readonly #parts: Given<typeof ProblemAlerts.needs>

  constructor(parts: Given<typeof ProblemAlerts.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    const { email } = this.#parts.config.alerts
    registry.handle(mails, async ({ id }) => {
      if (email !== undefined) await this.#alert(email, id)
    })
  }

  async #alert(email: string, id: string): Promise<void> {
    const now = this.#parts.clock.now()
    const since = new Date(now.getTime() - recentMs)
    const problems = await this.#parts.history.claimForAlert(now, since, listed)
    if (problems.length === 0) return
    try {
      await this.#mail(email, id, problems)
    } catch (error) {
      await this.#parts.history.releaseClaims(problems)
      throw error
    }
  }

  async #mail(to: string, key: string, problems: readonly StoredProblem[]): Promise<void> {
    const subject = subjectOf(problems)
    const { brandName: brand, publicUrl } = this.#parts.config
    await this.#parts.mailer.send({
      to,
      subject: `${brand}: ${subject}`,
      key: `alert-${key}`,
      reason: 'staff',
      preheader: problems[0]!.what,
      heading: subject,
      paragraphs: ['Each line leads to the request with its statements. You are told of each once a day.'],
      rows: problems.map((problem) => ({
        label: `${words[problem.kind]} in ${problem.route}`,
        value: `${problem.what}, ${times(problem)}`,
        url: addressOf(publicUrl, problem),
      })),
      button: { label: 'Open Performance', url: `${publicUrl}/admin/operations/performance` },
      footer: [`Release ${this.#parts.config.release}. ALERT_EMAIL says who gets this email.`],
    })
  }
}

const words = { error: 'Error', slow: 'Slow statement', repeated: 'Repeated statement' } as const

const times = ({ kind, count, most }: StoredProblem): string =>
  `${kind === 'slow' ? `${most.toFixed(1)} s, ` : ''}seen ${count === 1 ? 'once' : `${count} times`}`

/** The page that shows the request with its statements. */
const addressOf = (publicUrl: string, { requestId }: StoredProblem): string =>
  `${publicUrl}/admin/operations/performance${requestId === null ? '' : `?request=${encodeURIComponent(requestId)}`}`

function subjectOf(problems: readonly StoredProblem[]): string {
  const count = (kind: StoredProblem['kind']) => problems.filter((problem) => problem.kind === kind).length
  const counts = [
    [count('error'), 'error', 'errors'],
    [count('slow'), 'slow statement', 'slow statements'],
  ] as const
  return counts
    .flatMap(([number, one, many]) => (number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]))
    .join(', ')
}

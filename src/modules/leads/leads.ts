import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { z } from 'zod'
import type { ReportRequest } from '#modules/leadership/index.ts'
import { canonicalEmail } from '#platform/contract/email.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { submitLead } from './contract.ts'
import { Lead } from './lead.ts'
import { LeadIntake } from './lead-intake.ts'
import { callHook, notifyStaff, thankYou } from './lead-jobs.ts'
import { leadSettings } from './lead-settings.ts'
import { plusRefused } from './rules.ts'

type Submission = Omit<z.output<NonNullable<typeof submitLead.body>>, 'report'> & {
  report?: ReportRequest | undefined
}

/** Below this many milliseconds nobody has typed four fields. */
const fastestPerson = 2_000

/** Lead intake. A lead is stored before anything else happens, and its mails and hook call as jobs with it. */
export class Leads {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #settings: Settings
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #addressKey: KeyObject
  readonly #reactions: { notify: boolean; hook: boolean }
  readonly #intake: LeadIntake

  constructor(
    database: Database,
    jobs: Jobs,
    settings: Settings,
    clock: Clock,
    ids: Ids,
    keys: Keys,
    reactions: { notify: boolean; hook: boolean },
  ) {
    this.#database = database
    this.#jobs = jobs
    this.#settings = settings
    this.#clock = clock
    this.#ids = ids
    // Counted over one minute: with a new secret the count begins anew.
    this.#addressKey = createSecretKey(keys.derive('lead-address')[0])
    this.#reactions = reactions
    this.#intake = new LeadIntake(database, jobs, () => this.#jobsOf())
  }

  /**
   * Stores a lead and, unless it is doubtful, the jobs of its mails and hook call, in one transaction. A doubtful one goes
   * to quarantine and has no jobs; its sender cannot tell the difference.
   * @throws AppError `invalid` VALIDATION_FAILED for a plus in the address where the settings do not admit it
   */
  async submit(submission: Submission, address: string): Promise<{ id: string; quarantined: boolean }> {
    const { blockedDomains, allowPlusAddresses } = await this.#settings.read(leadSettings)
    const email = canonicalEmail(submission.email)
    if (email === null) throw new Error('The contract lets no such address pass')
    if (!allowPlusAddresses && email.includes('+'))
      throw new AppError('invalid', 'VALIDATION_FAILED', plusRefused, {
        errors: [`email: ${plusRefused}`],
        fields: [{ path: 'email', message: plusRefused }],
      })
    const doubt = doubtOf(submission, email, blockedDomains)
    const id = this.#ids.uuid()
    const digest = createHmac('sha256', this.#addressKey).update(address).digest('hex')
    const status = await this.#intake.store({
      id,
      name: submission.name.trim(),
      email,
      phone: submission.phone_number.trim(),
      company: submission.company_name.trim(),
      message: submission.additional_message,
      lead_type: submission.lead_type,
      status: 'new',
      quarantine_reason: doubt,
      notes: '',
      owner: null,
      source: submission.attribution?.last?.source ?? submission.attribution?.first?.source ?? null,
      attribution: submission.attribution ?? {},
      address_digest: `\\x${digest}`,
      created_at: this.#clock.now(),
      report: submission.report ?? null,
    })
    return { id, quarantined: status === 'quarantined' }
  }

  /** One lead. Throws not-found. */
  async get(id: string): Promise<Lead> {
    const lead = await this.#database.em().findOne(Lead, { id })
    if (lead === null) throw new AppError('not-found', 'LEAD_NOT_FOUND', 'There is no lead of that id.')
    return lead
  }

  /** @returns a function that stores, with the release of a lead from quarantine, the jobs that its arrival did not */
  async releaseJobs(): Promise<(sql: Sql, leadId: string) => Promise<void>> {
    const jobsOf = await this.#jobsOf()
    return (sql, leadId) => this.#jobs.enqueue(sql, ...jobsOf(leadId))
  }

  /** The jobs of each accepted lead. Their keys make a second release harmless. */
  async #jobsOf(): Promise<(leadId: string) => JobRequest[]> {
    const { notifyEmail } = await this.#settings.read(leadSettings)
    const kinds = [
      thankYou,
      ...(this.#reactions.notify || notifyEmail !== '' ? [notifyStaff] : []),
      ...(this.#reactions.hook ? [callHook] : []),
    ]
    return (leadId) => kinds.map((kind) => kind.request({ leadId }, { key: leadId }))
  }
}

/** Why a submission goes to quarantine, or null. */
function doubtOf(submission: Submission, email: string, blockedDomains: readonly string[]): string | null {
  if (submission.website !== undefined && submission.website !== '') return 'The hidden field was filled.'
  if (submission.fill_ms !== undefined && submission.fill_ms < fastestPerson)
    return 'The form was filled in under 2 seconds.'
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return blockedDomains.includes(domain) ? `Mail from ${domain} is blocked in the settings.` : null
}

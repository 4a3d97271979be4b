import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { sourcesOf, touchesOf } from '#modules/commerce/index.ts'
import type { ReportRequest } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import { asciiDomain, canonicalEmail } from '#platform/contract/email.ts'
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
import { notifyStaff, thankYou } from './lead-jobs.ts'
import { leadSettings } from './lead-settings.ts'
import { plusRefused } from './rules.ts'

type Submission = Omit<z.output<NonNullable<typeof submitLead.body>>, 'report'> & {
  report?: ReportRequest | undefined
}

/** In milliseconds. A person cannot type four fields faster. */
const shortestFill = 2_000

/** Stores and reads leads. A lead is stored in one transaction with the jobs of its mails. */
export class Leads {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #settings: Settings
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #addressKey: KeyObject
  readonly #config: Config
  readonly #intake: LeadIntake

  constructor(
    database: Database,
    jobs: Jobs,
    settings: Settings,
    clock: Clock,
    ids: Ids,
    keys: Keys,
    config: Config,
  ) {
    this.#database = database
    this.#jobs = jobs
    this.#settings = settings
    this.#clock = clock
    this.#ids = ids
    // The newest key is enough: digests are compared within one minute only.
    this.#addressKey = createSecretKey(keys.derive('lead-address')[0])
    this.#config = config
    this.#intake = new LeadIntake(database, jobs, () => this.#jobsOf())
  }

  /**
   * Stores a lead and the jobs of its mails, in one transaction. A suspicious lead goes to quarantine and has
   * no jobs; the answer to its sender is the same.
   * @throws AppError `invalid` VALIDATION_FAILED for a plus sign in the address if the settings do not allow it
   */
  async submit(submission: Submission, address: string): Promise<{ id: string; quarantined: boolean }> {
    const { blockedDomains, allowPlusAddresses } = await this.#settings.read(leadSettings)
    const email = canonicalEmail(submission.email)
    if (email === null) throw new Error('The contract accepts valid addresses only')
    if (!allowPlusAddresses && email.includes('+'))
      throw new AppError('invalid', 'VALIDATION_FAILED', plusRefused, {
        errors: [`email: ${plusRefused}`],
        fields: [{ path: 'email', message: plusRefused }],
      })
    const quarantineReason = quarantineReasonOf(submission, email, blockedDomains)
    const id = this.#ids.uuid()
    const sources = sourcesOf(touchesOf(submission.attribution ?? {}), null)
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
      quarantine_reason: quarantineReason,
      owner: null,
      source: submission.attribution?.last?.source ?? submission.attribution?.first?.source ?? null,
      first_source: sources.first,
      last_source: sources.last,
      attribution: submission.attribution ?? {},
      address_digest: `\\x${digest}`,
      created_at: this.#clock.now(),
      report: submission.report ?? null,
    })
    return { id, quarantined: status === 'quarantined' }
  }

  /** @throws AppError `not-found` LEAD_NOT_FOUND */
  async get(id: string): Promise<Lead> {
    const lead = await this.#database.em().findOne(Lead, { id })
    if (lead === null) throw new AppError('not-found', 'LEAD_NOT_FOUND', 'There is no lead of that id.')
    return lead
  }

  /** @returns a function that enqueues the jobs of a lead in the transaction that releases it from quarantine */
  async releaseJobs(): Promise<(sql: Sql, leadId: string) => Promise<void>> {
    const jobsOf = await this.#jobsOf()
    return (sql, leadId) => this.#jobs.enqueue(sql, ...jobsOf(leadId))
  }

  /** The jobs of an accepted lead. The lead's id is their key, so a second release enqueues nothing. */
  async #jobsOf(): Promise<(leadId: string) => JobRequest[]> {
    const { notifyEmail } = await this.#settings.read(leadSettings)
    const to = notifyEmail || this.#config.leads.notifyEmail
    const kinds = [thankYou, ...(to === undefined ? [] : [notifyStaff])]
    return (leadId) => kinds.map((kind) => kind.request({ leadId }, { key: leadId }))
  }
}

/** Why a submission goes to quarantine, or null. */
function quarantineReasonOf(
  submission: Submission,
  email: string,
  blockedDomains: readonly string[],
): string | null {
  if (submission.website !== undefined && submission.website !== '') return 'The hidden field was filled.'
  if (submission.fill_ms !== undefined && submission.fill_ms < shortestFill)
    return 'The form was filled in under 2 seconds.'
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return blockedDomains.some((blocked) => asciiDomain(blocked) === domain)
    ? `Email from ${domain} is blocked in the settings.`
    : null
}

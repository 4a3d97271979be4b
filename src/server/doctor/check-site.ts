import { randomUUID } from 'node:crypto'
import type { Container } from 'inversify'
import { Config } from '#platform/config/config.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { verifyChain } from '#platform/event-log/verify-chain.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { Documents } from '#platform/storage/documents.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import { CredentialKeys, missingEvents, optionalRights, StripeAccount } from '../services.ts'
import { broken, checked, type Finding, good, weak } from './finding.ts'

/** Figures of the installation that should be 0, or at most `most`: their meaning and the remedy. */
const figures: Record<string, { most: number; found: string; remedy: string }> = {
  veralead_jobs_failed: {
    most: 0,
    found: 'jobs failed at their last try',
    remedy:
      'The log names each with its error (“a job failed at its last try”). Mend the cause; failed mails to buyers are sent again from Finance › Mails.',
  },
  veralead_outbox_oldest_age_seconds: {
    most: 60,
    found: 'seconds is the age of the oldest job that nobody has taken up',
    remedy: 'No process of the site runs, or none reaches the database: start one and look at its log.',
  },
  veralead_inbox_unfinished: {
    most: 0,
    found: 'webhooks from Stripe are not applied',
    remedy: 'Finance › Webhooks shows why each waits, and applies it again.',
  },
  veralead_reconciliation_open_differences: {
    most: 0,
    found: 'payments differ between Stripe and the log',
    remedy: 'Finance › Reconciliation, or npm run reconcile -- --record all --as <name>.',
  },
  veralead_order_mails_failed: {
    most: 0,
    found: 'mails to buyers failed at their last try',
    remedy: 'Finance › Mails shows why, and sends them again.',
  },
}

/** Checks the parts of a composed site: its log, jobs, storage, mail and payments. */
export async function checkSite(
  container: Container,
  onProgress: (done: number, total: number) => void,
): Promise<Finding[]> {
  const found = await Promise.all([
    checked('Log', 'npm run orders:verify says more.', () => checkLog(container.get(EventLog), onProgress)),
    checked('Waiting work', 'The log of the site has the error.', () =>
      checkFigures(container.getAll(StoredFigures)),
    ),
    checked(
      'Storage',
      'Correct DOCUMENTS_S3_URL and the AWS variables (put, get and delete are needed), or the rights on DATA_DIR.',
      () => checkStorage(container.get(Documents)),
    ),
    checked(
      'Mail',
      'Correct SMTP_URL: host, port, user, password; no mail reaches anybody until then. Waiting ones are sent later.',
      () => checkMail(container.get(Config), container.get(Mailer)),
    ),
    checked(
      'Payments',
      'See that this machine reaches api.stripe.com, and that the keys are those of the dashboard (docs/stripe.md).',
      () => checkPayments(container.get(Config), container.get(StripeAccount)),
    ),
    checked('Credentials', `Correct CREDENTIAL_KEYS (${keysOfCredentials}).`, () =>
      checkCredentials(container.get(CredentialKeys)),
    ),
  ])
  return found.flat()
}

async function checkLog(log: EventLog, onProgress: (done: number, total: number) => void): Promise<Finding> {
  const { events, firstBreak } = await log.inSnapshot(({ client }) => verifyChain(client, onProgress))
  if (firstBreak === undefined) return good('Log', `the chain of ${events} events is intact`)
  return broken(
    'Log',
    `the chain breaks at position ${firstBreak.position}: ${firstBreak.reason}`,
    'Somebody changed what was recorded. Keep the database as it is, run npm run orders:verify, and restore (docs/operations.md).',
  )
}

async function checkFigures(sources: readonly StoredFigures[]): Promise<Finding[]> {
  const families = (await Promise.all(sources.map((source) => source.read()))).flat()
  const high = families.flatMap(({ name, values }) => {
    const known = figures[name]
    if (known === undefined) return []
    const sum = Math.round(values.reduce((all, { value }) => all + value, 0))
    return sum > known.most ? [weak('Waiting work', `${sum} ${known.found}`, known.remedy)] : []
  })
  return high.length > 0 ? high : [good('Waiting work', 'nothing waits for a person')]
}

async function checkStorage(documents: Documents): Promise<Finding> {
  const key = `doctor/${randomUUID()}.txt`
  const written = Buffer.from('doctor')
  await documents.put(key, written, 'text/plain')
  const read = await documents.get(key)
  await documents.delete(key)
  if (read?.equals(written) !== true) throw new Error('what was stored did not come back')
  if ((await documents.get(key)) !== null) throw new Error('what was deleted is still there')
  return good('Storage', 'a document was stored, read and deleted')
}

async function checkMail({ mail }: Config, mailer: Mailer): Promise<Finding> {
  if (mail.kind === 'mailbox') return good('Mail', 'the mailbox of development')
  await mailer.check()
  return good('Mail', `${new URL(mail.url).host} takes mails`)
}

const keysOfCredentials = 'docs/operations.md, Keys of credentials'

async function checkCredentials(keys: CredentialKeys): Promise<Finding> {
  const known = await keys.known()
  if (await keys.canSign()) return good('Credentials', `a key signs, ${known.length} are public`)
  if (known.length === 0)
    return weak(
      'Credentials',
      'CREDENTIAL_KEYS is not set: nothing can be awarded',
      `Make a key and set it (${keysOfCredentials}).`,
    )
  return broken(
    'Credentials',
    'CREDENTIAL_KEYS is not set, or its first key is marked as known to somebody else: whoever checks a credential gets no status list, and nothing can be awarded or renewed',
    `Set the key from its backup, or a new one: what was signed stays valid (${keysOfCredentials}).`,
  )
}

async function checkPayments(config: Config, account: StripeAccount): Promise<Finding[]> {
  if (config.stripe.kind === 'lab' && config.stripe.url === undefined)
    return [weak('Payments', 'no payment lab runs', 'It runs with the site: npm start.')]
  const missing = await account.missingRights()
  const lacking = `STRIPE_SECRET_KEY lacks rights: ${missing.join(', ')}`
  const remedy = `Give the restricted key read on ${missing.join(', ')} in Stripe’s dashboard.`
  const stops = missing.map((right) => optionalRights[right])
  if (stops.some((each) => each === undefined)) return [broken('Payments', lacking, remedy)]
  if (missing.length > 0) return [weak('Payments', `${lacking}: ${stops.join(', and ')}`, remedy)]
  if (config.stripe.kind === 'lab') return [good('Payments', 'the payment lab answers')]
  const mode = account.livemode ? 'live' : 'test'
  return [good('Payments', `Stripe takes the ${mode} key`), await checkWebhook(config.publicUrl, account)]
}

async function checkWebhook(publicUrl: string, account: StripeAccount): Promise<Finding> {
  const address = `${publicUrl}/api/webhooks/stripe`
  const endpoints = await account.webhookEndpoints()
  if (endpoints === null)
    return weak(
      'Webhook',
      'the key may not read the endpoints',
      `See in the dashboard that ${address} is an endpoint, or give the key read on Webhook Endpoints.`,
    )
  const ours = endpoints.find(({ url }) => url === address)
  const unsent = missingEvents(ours?.events ?? [])
  if (ours?.enabled && unsent.length > 0)
    return weak(
      'Webhook',
      `${address} is not sent ${unsent.join(', ')}`,
      'What they report is found by asking Stripe, but later: add these events to the endpoint (docs/stripe.md).',
    )
  if (ours?.enabled) return good('Webhook', `${address} is an endpoint at Stripe`)
  return weak(
    'Webhook',
    ours ? `${address} is switched off at Stripe` : `Stripe knows no endpoint ${address}`,
    'Payments are seen when buyers return and by asking, but later: add or enable the endpoint (docs/stripe.md), and set STRIPE_WEBHOOK_SECRET to its secret.',
  )
}

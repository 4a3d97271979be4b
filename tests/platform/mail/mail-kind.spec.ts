import { expect, test } from 'vitest'
import { z } from 'zod'
import type { JobDefinition } from '#platform/jobs/job-definition.ts'
import type { MailResult } from '#platform/mail/mail-budgets.ts'
import { defineMail, MailJobs } from '#platform/mail/mail-kind.ts'
import type { Mail, OutgoingMail } from '#platform/mail/mailer.ts'
import { testMailer } from '../../support/test-mailer.ts'

const mail: Mail = {
  to: 'anna@example.com',
  name: 'Anna',
  subject: 'A place is free',
  key: 'place-1',
  reason: 'confirmed',
  preheader: 'For you.',
  paragraphs: ['It is kept until noon.'],
}

/** Runs a job whose mails are `composed`; answers what was sent, and with what results the job went on. */
async function run(composed: Mail | Mail[] | null) {
  const sent: OutgoingMail[] = []
  const after: (readonly MailResult[])[] = []
  const kind = defineMail({
    queue: 'place',
    data: z.object({ place: z.number() }),
    compose: async ({ data }, { known }: { known: number }) => (data.place === known ? composed : null),
    after: async (_, __, results) => void after.push(results),
  })
  let handler: ((job: object) => Promise<void>) | undefined
  new MailJobs(
    testMailer((each) => void sent.push(each)),
    [kind],
    { known: 1 },
  ).registerJobs({
    handle: (_: JobDefinition, each: typeof handler) => {
      handler = each
    },
  } as never)
  await handler?.({ id: 'job', data: { place: 1 } })
  return { sent, after }
}

test.each([
  ['one mail', mail, ['place-1'], [['sent']]],
  ['two mails', [mail, { ...mail, key: 'place-2' }], ['place-1', 'place-2'], [['sent', 'sent']]],
  ['a mail that nobody needs any more', null, [], [[]]],
])(
  'given a job with %s, then they are sent in order, and the job goes on with what became of them',
  async (_, composed, keys, results) => {
    const { sent, after } = await run(composed)
    expect(sent.map(({ key }) => key)).toEqual(keys)
    expect(after).toEqual(results)
  },
)

test('given a mail to a customer, then it greets the reader, and ends with its small print and where to ask', async () => {
  const { sent } = await run({ ...mail, footer: ['Sent once.'] })
  expect(sent[0]?.text).toBe(
    `Veralead

A place is free

Hello Anna,

It is kept until noon.

--
Sent once.
Questions? Write to help@veralead.test. We answer within one business day.
`,
  )
})

test('given a mail to staff, then it has neither a greeting nor a line about contact', async () => {
  const { sent } = await run({ ...mail, reason: 'staff', heading: 'Free' })
  expect(sent[0]).toMatchObject({
    subject: 'A place is free',
    text: 'Veralead\n\nFree\n\nIt is kept until noon.\n',
  })
})

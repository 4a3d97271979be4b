import { describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

/** Each carries the word `pwn`, so that its trace is found wherever it ends up. */
const tags = [
  '<script>pwn()</script>',
  '<img src=x onerror=pwn()>',
  '<svg onload=pwn()>',
  '<iframe srcdoc=pwn>',
  '<a href="javascript:pwn()">x</a>',
  '"><b id=pwn>',
  "' onmouseover='pwn()",
  '</td></table><h1 class=pwn>',
  '<!-- pwn -->',
  '<style>pwn{}</style>',
  '<form action=//pwn.example>',
  '<math><mi xlink:href=pwn>',
]
const formulas = [
  '=pwn()',
  '+pwn',
  '-pwn',
  '@pwn',
  '\tpwn',
  '\r=pwn',
  '=cmd|" /C pwn"!A1',
  '=HYPERLINK("//pwn")',
]
const headers = [
  'x\r\nBcc: pwn@evil.example',
  'x\nSubject: pwn',
  'x\r\n\r\npwn',
  'x\u2028Cc: pwn',
  'x\r\n.\r\npwn',
]
const broken = ['pwn\u0000', '\u0000pwn', 'pw\u0000npwn', '\ud800pwn', 'pwn\udfff']
const payloads = [...tags, ...formulas, ...headers, ...broken]
const places = ['name', 'company_name', 'additional_message'] as const
const posts = payloads.flatMap((payload) => places.map((place) => ({ payload, place })))

/** The cells of a CSV text, quotes taken off. */
const cells = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )

describe(`${posts.length} hostile texts through form, mails, inbox and export`, () => {
  const app = given(() => startApp({ env: { LEADS_NOTIFY_EMAIL: 'sales@hostile.example' } }))

  it('given markup, formulas, headers and bytes no text has, then each is refused or stays the text it is', async () => {
    const taken: string[] = []
    for (const [n, { payload, place }] of posts.entries()) {
      await app.advance(20_000)
      const email = `h${n}@hostile.example`
      const answer = await app.client().post('/api/leads', {
        name: 'Ada Lovelace',
        phone_number: '+44 20 7946 0000',
        email,
        company_name: 'Analytical Engines Ltd.',
        additional_message: '',
        lead_type: 'normal_lead',
        [place]: payload,
      })
      expect([200, 400], `${place} ${JSON.stringify(payload)}: ${answer.text}`).toContain(answer.status)
      if (payload.includes('\u0000')) expect(answer.status).toBe(400)
      if (answer.status === 200) taken.push(email)
    }
    expect(taken.length).toBeGreaterThan(0)
    type Mail = { subject: string; html: string; to?: string }
    const told = async (to: string): Promise<Mail[]> =>
      (await app.client().get(`/api/dev/mail?to=${to}`)).body.mails
    const harmless = ({ subject, html }: Mail): void => {
      expect(subject).not.toMatch(/[\r\n]/)
      expect(html).not.toMatch(/<[^>]*pwn/i)
    }
    const staff = await app.staff()
    expect((await staff.get('/api/admin/leads?search=hostile.example')).body.total).toBe(taken.length)
    await eventually(async () => (await told('sales@hostile.example')).length === taken.length)
    for (const mail of await told('sales@hostile.example')) harmless(mail)
    // The thanks of each lead, which carry its name.
    for (const email of taken) {
      await eventually(async () => (await told(email)).length > 0)
      for (const mail of await told(email)) harmless(mail)
    }
    const answer = await staff.get('/api/admin/leads?search=hostile.example')
    expect(answer.headers.get('content-type')).toContain('application/json')
    const exported = cells((await staff.get('/api/admin/leads.csv?search=hostile.example')).text)
    expect(exported.filter((cell) => cell.includes('pwn')).length).toBeGreaterThan(0)
    expect(exported.filter((cell) => cell.includes('pwn') && /^[=+\-@\t\r]/.test(cell))).toEqual([])
    console.log(
      `${posts.length} hostile texts: ${taken.length} kept as text, ${posts.length - taken.length} refused`,
    )
  })
})

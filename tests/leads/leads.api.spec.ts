import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { leadSettings } from '../../src/modules/leads/lead-settings.ts'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

const lead = (changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  email: 'ada@analytical.example',
  company_name: 'Analytical Engines Ltd.',
  additional_message: '',
  lead_type: 'normal_lead',
  ...changes,
})

describe('leads', () => {
  const app = given(() => startApp({ env: { BRAND_NAME: 'Kestrel & Co' } }))
  let staff: HttpClient

  const mailsTo = async (to: string): Promise<{ subject: string; text: string; html: string }[]> =>
    (await app.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails
  const inbox = async (search: string) =>
    (await staff.get(`/api/admin/leads?search=${encodeURIComponent(search)}`)).body

  beforeAll(async () => {
    staff = await app.staff()
  })

  it('given the bare specified call, then the lead is stored and its sender is thanked once (M-119, M-432)', async () => {
    const answer = await app
      .client()
      .post('/api/leads', lead({ additional_message: 'Twelve people, from May' }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ success: true })
    expect(answer.body.downloadUrl).toBeUndefined()
    const thanks = await eventually(async () => (await mailsTo('ada@analytical.example'))[0])
    expect(thanks.subject).toBe('Thank you for getting in touch')
    expect(thanks.text).toContain('/certification/program-details')
    expect(thanks.text).toContain('/leadership-cost-calculator')
    expect(thanks.text).toContain('We have your details and will answer within one business day.')
    expect((await inbox('ada@analytical')).leads[0]).toMatchObject({
      status: 'new',
      company: 'Analytical Engines Ltd.',
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0000',
      message: 'Twelve people, from May',
    })
  })

  it('given a lead by each of the three ways in, then it is kept as what it is (M-013)', async () => {
    await app.advance(120_000)
    const types = ['normal_lead', 'whitepaper_download', 'pre_order_book']
    for (const lead_type of types) {
      const answer = await app
        .client()
        .post('/api/leads', lead({ lead_type, email: `${lead_type}@three-ways.example` }))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.downloadUrl !== undefined, lead_type).toBe(lead_type === 'whitepaper_download')
    }
    const { leads } = await inbox('three-ways.example')
    const kept = leads.map(({ leadType, email }: { leadType: string; email: string }) => [
      leadType,
      email.split('@')[0],
    ])
    expect(kept.toSorted()).toEqual(types.toSorted().map((type) => [type, type]))
  })

  it('given a whitepaper lead, then a signed link opens the PDF for 24 hours and no longer (M-137, M-432)', async () => {
    const answer = await app
      .client()
      .post('/api/leads', lead({ lead_type: 'whitepaper_download', email: 'wp@example.com' }))
    const link = new URL(answer.body.downloadUrl)
    const answered = await fetch(link)
    expect(answered.headers.get('content-type')).toBe('application/pdf')
    const pdf = await getDocumentProxy(new Uint8Array(await answered.arrayBuffer()))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toMatch(/The Hidden ROI\s+of Real Leadership/)
    expect(answered.headers.get('content-disposition')).toBe(
      'inline; filename="the-hidden-roi-of-real-leadership.pdf"',
    )
    expect(Number(link.searchParams.get('expires')) - app.clock.now().getTime() / 1_000).toBeCloseTo(
      86_400,
      -2,
    )
    link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
    expect((await fetch(link)).status).toBe(403)
    for (const part of [...link.searchParams.keys()]) {
      const without = new URL(answer.body.downloadUrl)
      without.searchParams.delete(part)
      expect((await fetch(without)).ok, `without ${part}`).toBe(false)
    }
    const mail = await eventually(async () => (await mailsTo('wp@example.com'))[0])
    expect(mail.subject).toBe('Your whitepaper')
    expect(mail.text).toContain('Here is the whitepaper you asked for. The link works for 24 hours.')
    const mailed = /https?:\S+\/api\/leads\/whitepaper\?\S+/.exec(mail.text)?.[0] ?? ''
    const answers = () =>
      Promise.all([answer.body.downloadUrl, mailed].map(async (each) => (await fetch(each)).status))
    await app.advance(24 * 3_600_000 - 60_000)
    expect(await answers(), 'the link of the answer, and that of the mail').toEqual([200, 200])
    await app.advance(120_000)
    expect(await answers()).toEqual([403, 403])
    // A day has passed for the staff's session, too.
    staff = await app.staff()
  })

  it('given a PDF that an editor uploads for another brand, then the link opens that one once the content with it is saved, also while its section is hidden', async () => {
    const pdf = Buffer.from('%PDF-1.7 the paper of Kestrel & Co, /JSON and /Launched\n%%EOF\n')
    const upload = (raw: Buffer) =>
      staff.send('POST', '/api/cms/uploads/pdf?name=kestrel.pdf', {
        raw,
        headers: { 'content-type': 'application/octet-stream' },
      })
    const refused = await upload(Buffer.from('<script>alert(1)</script>'))
    expect([refused.status, refused.body.message]).toEqual([400, 'The file must be a PDF.'])
    for (const [content, sentence] of [
      [
        `%%EOF${' '.repeat(1_024)}`,
        'The PDF is not whole: it must end with %%EOF. Save or download it again.',
      ],
      ['<</S /JavaScript>>', 'The PDF must not have JavaScript (/JavaScript). Save it without.'],
      [
        '<</S/Java#53cript/JS(alert(1))>>',
        'The PDF must not have JavaScript (/JavaScript). Save it without.',
      ],
      [
        '<</S/Launch/F(a)>>',
        'The PDF must not have an action that starts a program (/Launch). Save it without.',
      ],
      [
        '<</Type /EmbeddedFile\n>>',
        'The PDF must not have an embedded file (/EmbeddedFile). Save it without.',
      ],
      ['trailer <</Encrypt 5 0 R>>', 'The PDF must not have encryption (/Encrypt). Save it without.'],
    ] as const) {
      const end = content.startsWith('%%EOF') ? '' : '\n%%EOF'
      const answer = await upload(Buffer.from(`%PDF-1.7 ${content}${end}`))
      expect([answer.status, answer.body.message]).toEqual([400, sentence])
    }
    const shipped = await readFile('src/modules/leads/the-hidden-roi-of-real-leadership.pdf')
    expect((await upload(shipped)).status).toBe(200)
    const { name } = (await upload(pdf)).body
    expect(name).toMatch(/^uploads\/[a-f0-9]{24}\.pdf$/)
    expect((await fetch(new URL(`/assets/${name}`, app.url))).status, 'only by the link').toBe(400)
    const choose = async (chosen: string) => {
      const { pages, version } = (await staff.get('/api/cms/admin')).body
      for (const { sections } of pages)
        for (const section of sections)
          if (section.id === 'whitepaper') {
            section.hidden = true
            section.fields.paper.pdf = chosen
          }
      return staff.put('/api/cms', { pages, version })
    }
    const absent = await choose(`uploads/${'0'.repeat(24)}.pdf`)
    expect([absent.status, absent.body.message]).toEqual([
      400,
      expect.stringMatching(
        /^pages\.0\.sections\.\d+\.fields\.paper\.pdf: The PDF is not in the store of this deployment: uploads\/0{24}\.pdf\./,
      ),
    ])
    expect((await choose(name)).status).toBe(200)
    const answer = await app.client().post('/api/leads', lead({ lead_type: 'whitepaper_download' }))
    const opened = async () => Buffer.from(await (await fetch(answer.body.downloadUrl)).arrayBuffer())
    expect(await opened()).toEqual(pdf)
    // A restored database may name a file that its store has lost.
    await app.site.container.get(Documents).delete(name)
    expect(await opened()).toEqual(shipped)
  })

  it.each([
    ['a filled hidden field', { website: 'https://spam.example' }],
    ['a form filled in half a second', { fill_ms: 500 }],
  ])(
    'given %s, then the answer is the same, the lead is in quarantine and no mail goes out',
    async (name, signal) => {
      const email = `${name.replaceAll(' ', '-')}@bot.example`
      const answer = await app.client().post('/api/leads', lead({ email, ...signal }))
      expect(answer.body).toMatchObject({ success: true })
      const [kept] = (await inbox(email)).leads
      expect(kept.status).toBe('quarantined')
      expect(kept.quarantineReason).not.toBeNull()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(await mailsTo(email)).toEqual([])
      const released = await staff.send('PATCH', `/api/admin/leads/${kept.id}`, { body: { status: 'new' } })
      expect(released.body.lead.status).toBe('new')
      await eventually(async () => (await mailsTo(email)).length === 1)
    },
  )

  it('given a blocked domain in its letters, then a lead from there is in quarantine', async () => {
    const settings = app.site.container.get(Settings)
    await settings.write(leadSettings, { blockedDomains: ['mu\u0308ll.example'] }, 'test')
    for (const email of ['a@müll.example', 'b@xn--mll-hoa.example', 'c@MÜLL.example\u200b'])
      expect((await app.client().post('/api/leads', lead({ email }))).status).toBe(200)
    const { leads } = await inbox('xn--mll-hoa.example')
    const reasons = leads.map(({ quarantineReason }: { quarantineReason: string }) => quarantineReason)
    expect(reasons).toEqual(Array(3).fill('Email from xn--mll-hoa.example is blocked in the settings.'))
  })

  it('given a name, number and company as they are pasted, then they are stored as people see them', async () => {
    const email = 'pasted@plain.example'
    const pasted = {
      name: 'Marie\u00a0O\u2019Connor',
      phone_number: '\u202a555.010.0199\u202c',
      company_name: 'Fox\u200b & Co',
    }
    expect((await app.client().post('/api/leads', lead({ email, ...pasted }))).status).toBe(200)
    expect((await inbox(email)).leads).toMatchObject([
      { name: "Marie O'Connor", phone: '555-010-0199', company: 'Fox & Co' },
    ])
    const refused = await app.client().post('/api/leads', lead({ email, company_name: 'AT&T / Nokia' }))
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, 'company_name'])
  })

  it('given many addresses from one place within a minute, then those after the fifth are in quarantine', async () => {
    await app.advance(120_000)
    for (let i = 0; i < 9; i += 1)
      await app.client().post('/api/leads', lead({ email: `burst-${i}@flood.example` }))
    const statuses = (await inbox('flood.example')).leads.map(({ status }: { status: string }) => status)
    expect(statuses.filter((status: string) => status === 'new')).toHaveLength(5)
    expect(statuses.filter((status: string) => status === 'quarantined')).toHaveLength(4)
  })

  it.each([
    ['name', { name: 'A' }, /name/i],
    ['phone_number', { phone_number: '12' }, /contact number/i],
    ['email', { email: 'no address' }, /email/i],
    ['company_name', { company_name: ' ' }, /company/i],
    ['additional_message', { additional_message: 'x'.repeat(501) }, /message/i],
    ['lead_type', { lead_type: 'other' }, /lead_type/i],
  ])(
    'given a wrong %s, then 400 names it in `error` (M-013, M-119, M-432)',
    async (field, change, sentence) => {
      const answer = await app.client().post('/api/leads', lead(change))
      expect(answer.status).toBe(400)
      expect(answer.body.success).toBe(false)
      expect(answer.body.error).toMatch(sentence)
      expect(answer.body.fields).toEqual([{ path: field, message: expect.stringMatching(/./) }])
    },
  )

  it('given formulas where the form takes any text, then the export holds text and no formula', async () => {
    await app.advance(120_000)
    await app.client().post(
      '/api/leads',
      lead({
        email: 'csv@formula.example',
        additional_message: '@SUM(A1)\n-2',
        attribution: { last: { source: '=1+1' } },
      }),
    )
    const { text } = await staff.get('/api/admin/leads.csv?search=formula.example')
    expect(text).toContain(`"'=1+1"`)
    expect(text).toContain(`"'@SUM(A1)`)
    expect(text.split('\r\n')[0]).toContain('created_at')
  })

  it('given a retention of two years, when a lead is older, then it is erased (P3)', async () => {
    await app.advance(120_000)
    staff = await app.staff()
    await app.client().post('/api/leads', lead({ email: 'old@retention.example' }))
    for (let days = 0; days < 720; days += 60) await app.advance(60 * 86_400_000)
    staff = await app.staff()
    expect((await inbox('old@retention.example')).total).toBe(1)
    await app.advance(15 * 86_400_000)
    staff = await app.staff()
    await eventually(async () => (await inbox('old@retention.example')).total === 0)
  })
})

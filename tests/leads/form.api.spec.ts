import { describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const filled = {
  name: 'Ada Lovelace',
  contactNumber: '+44 20 7946 0000',
  email: 'ada@engines.example',
  companyName: 'Analytical <Engines> Ltd.',
  message: 'Two lines:\r\nthis is the second.',
}

describe('the lead form of a browser without JavaScript', () => {
  const app = given(startApp)

  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}/api/leads/form`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      html: await answer.text(),
      answer,
    }
  }
  const found = async (search: string) =>
    (await (await app.staff()).get(`/api/admin/leads?search=${search}`)).body.leads

  it('given all fields, then it answers with a page of thanks, and the lead is kept and thanked by mail', async () => {
    const { status, type, html, answer } = await send({ ...filled, companyName: 'Analytical Engines Ltd.' })
    expect(status).toBe(200)
    expect(type).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(html).toContain('<h1>Thank you for partnering with us to kick start an authentic journey!</h1>')
    expect(await found('ada@engines.example')).toMatchObject([
      {
        name: 'Ada Lovelace',
        phone: '+44 20 7946 0000',
        company: 'Analytical Engines Ltd.',
        message: 'Two lines:\nthis is the second.',
        leadType: 'normal_lead',
        status: 'new',
      },
    ])
    await eventually(
      async () => (await app.client().get('/api/dev/mail?to=ada@engines.example')).body.mails.length === 1,
    )
  })

  it('given fields that cannot be taken, then each is named at its place, and nothing that was typed is lost', async () => {
    const { status, html } = await send({ ...filled, email: 'ada at engines', name: 'A' })
    expect(status).toBe(400)
    for (const sentence of [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Company name may hold letters',
    ])
      expect(html.split(sentence)).toHaveLength(3)
    expect(html).toMatch(
      /<input id="email"[^>]*aria-invalid="true" aria-describedby="email-error" value="ada at engines">/,
    )
    expect(html).toContain('value="Analytical &lt;Engines&gt; Ltd."')
    expect(html).toContain('value="+44 20 7946 0000"')
    expect(html).toContain('Two lines:\r\nthis is the second.</textarea>')
    expect(html).not.toContain('id="contactNumber-error"')
    expect(await found('at engines')).toEqual([])
  })

  it('given a plus in the address, then the page says so and keeps it', async () => {
    const { status, html } = await send({
      ...filled,
      companyName: 'Engines',
      email: 'ada+site@engines.example',
    })
    expect(status).toBe(400)
    expect(html).toContain('Email must not hold a plus sign')
    expect(html).toContain('value="ada+site@engines.example"')
  })

  it('given the field that people do not see, then the answer is the same and the lead is in quarantine', async () => {
    const { status, html } = await send({
      ...filled,
      companyName: 'Engines',
      email: 'bot@engines.example',
      website: 'https://spam.example',
    })
    expect(status).toBe(200)
    expect(html).toContain('Thank you for partnering')
    expect(await found('bot@engines.example')).toMatchObject([{ status: 'quarantined' }])
  })

  it('given another site or another kind of body, then it is refused', async () => {
    expect((await send(filled, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send(filled, { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send({ ...filled, message: 'x'.repeat(21_000) })).status).toBe(413)
    // Every other path takes JSON only, as before.
    const elsewhere = await fetch(`${app.url}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Ada',
    })
    expect(elsewhere.status).toBe(415)
  })
})

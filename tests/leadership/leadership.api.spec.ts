import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { Mailer } from '#platform/mail/mailer.ts'
import { adjustedTotal } from '../../src/modules/leadership/calculator/domain/formula.ts'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import { expectTagged } from '../support/pdf.ts'
import { companies } from './companies.ts'

const userInputs = {
  employees: 250,
  averageSalary: 80_000,
  turnoverRate: 20,
  disengagementRate: 30,
  productivityLossPercent: 10,
  rdBudget: 1_000_000,
  hiringDelayWeeks: 6,
  revenueLostPerUnfilledRole: 100_000,
}

describe('the calculator calls', () => {
  const app = given(startApp)

  it.each(companies)(
    'given $name, then tilci and a breakdown counted by hand are answered, to the dollar (M-399, M-451)',
    async ({ inputs, total, parts }) => {
      const { body } = await app.client().post('/api/leadership/calculate', {
        userInputs: inputs,
        selectedFactors: { turnoverRate: 'Survey' },
      })
      expect(body).toMatchObject({ success: true, tilci: total })
      const breakdown = body.breakdown as Record<
        string,
        { amount: number; percentage: number; description: string }
      >
      for (const { amount, percentage, description } of Object.values(breakdown)) {
        expect(percentage).toBe(Math.round((amount / total) * 1_000) / 10)
        expect(description).toMatch(/^[A-Z].+\.$/)
      }
      expect(
        Object.fromEntries(Object.entries(breakdown).map(([name, { amount }]) => [name, amount])),
      ).toEqual(parts)
    },
  )

  it('given any inputs, then the total over the wire is the one counted in the browser (M-393, M-394)', async () => {
    const runs = process.env.LONG === '1' ? 10_000 : 200
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    const dollars = fc.double({ min: 0, max: 1e9, noNaN: true })
    const samples = fc.sample(
      fc.record({
        employees: fc.integer({ min: 1, max: 5_000_000 }),
        averageSalary: fc.double({ min: 0, max: 1e6, noNaN: true }),
        turnoverRate: percent,
        disengagementRate: percent,
        productivityLossPercent: percent,
        rdBudget: dollars,
        hiringDelayWeeks: fc.double({ min: 0, max: 104, noNaN: true }),
        revenueLostPerUnfilledRole: dollars,
      }),
      { numRuns: runs, seed: 8 },
    )
    const client = app.client()
    for (const inputs of samples) {
      const { body } = await client.post('/api/leadership/calculate', { userInputs: inputs })
      expect(body.tilci).toBe(adjustedTotal(inputs))
    }
    expect(samples).toHaveLength(runs)
    if (runs > 200) console.info(`${runs} totals over HTTP agree with the browser's to the dollar`)
  })

  it('given sources, then each has its fields and its factors (M-379, M-380, M-384, M-466)', async () => {
    const listed = await app.client().get('/api/leadership/sources')
    expect(listed.body.success).toBe(true)
    const { sources } = listed.body
    expect(sources.length).toBeGreaterThanOrEqual(5)
    const told = sources.map((source: Record<string, unknown>) => [
      source.publisher,
      source.confidence_score,
      source.data_freshness_days,
    ])
    // The most trusted first: the button that fills all rates takes the first that has each.
    const trust = sources.map((source: { confidence_score: number }) => source.confidence_score)
    expect(trust).toEqual(trust.toSorted((a: number, b: number) => b - a))
    expect(told).toContainEqual(['Gallup', 0.9, 30])
    expect(told).toContainEqual(['Work Institute', 0.75, 365])
    for (const source of sources) {
      expect(source.url).toMatch(/^https:/)
      const path = `/api/leadership/factors/source/${encodeURIComponent(source.source_name)}`
      const { body } = await app.client().get(path)
      expect(source.source_name).toMatch(/\w{3}/)
      const given: { factor_key: string; value: number; derivation: string }[] = source.factors
      expect(given.length).toBeGreaterThan(0)
      expect(body).toEqual({
        success: true,
        factors: Object.fromEntries(given.map(({ factor_key, value }) => [factor_key, value])),
        derivations: Object.fromEntries(given.map(({ factor_key, derivation }) => [factor_key, derivation])),
      })
    }
  })

  it('given each of the six factors, then the sources that have it are answered and no other; given an unknown one, then 400 (M-379, M-380)', async () => {
    type Listed = { source_id: string; factors: { factor_key: string }[] }
    const all: Listed[] = (await app.client().get('/api/leadership/sources')).body.sources
    const factors = [
      ...['turnover_rate', 'disengagement_rate', 'productivity_loss', 'rd_budget'],
      ...['hiring_delay_weeks', 'revenue_lost_usd'],
    ]
    for (const key of factors) {
      const { body } = await app.client().get(`/api/leadership/factors/${key}/sources`)
      expect(body.success).toBe(true)
      expect(body.sources, key).toEqual(
        all.filter((source) => source.factors.some(({ factor_key }) => factor_key === key)),
      )
    }
    const { sources } = (await app.client().get('/api/leadership/factors/turnover_rate/sources')).body
    expect(sources.length).toBeGreaterThanOrEqual(2)
    expect(sources.length).toBeLessThan(all.length)
    expect((await app.client().get('/api/leadership/factors/weather/sources')).status).toBe(400)
    expect((await app.client().get('/api/leadership/factors/source/a%2Fb%F0%9F%A6%A9')).status).toBe(404)
  })

  it.each([
    { employees: 1 },
    { employees: 5_000_000 },
    { averageSalary: 0 },
    { averageSalary: 1e12 },
    ...['turnoverRate', 'disengagementRate', 'productivityLossPercent'].flatMap((rate) => [
      { [rate]: 0 },
      { [rate]: 100 },
    ]),
    { hiringDelayWeeks: 0 },
    { hiringDelayWeeks: 104 },
    { rdBudget: 0, revenueLostPerUnfilledRole: 0 },
    { rdBudget: 1e12, revenueLostPerUnfilledRole: 1e12 },
    { rdBudget: undefined, revenueLostPerUnfilledRole: undefined },
  ])('given %j, the least or the most there may be, then it is counted (M-376)', async (given) => {
    const answer = await app.client().post('/api/leadership/calculate', {
      userInputs: { ...userInputs, ...given },
    })
    expect(answer.status, answer.text).toBe(200)
  })

  it.each([
    { employees: 0 },
    { averageSalary: -1 },
    { turnoverRate: -0.1 },
    { disengagementRate: -0.1 },
    { productivityLossPercent: -0.1 },
    { hiringDelayWeeks: -0.1 },
    { rdBudget: -1 },
    { revenueLostPerUnfilledRole: -1 },
    { employees: -5 },
    { employees: 2.5 },
    { averageSalary: '80000' },
    { turnoverRate: 101 },
    { employees: 5_000_001 },
    { averageSalary: 1e12 + 1 },
    { disengagementRate: 101 },
    { productivityLossPercent: 101 },
    { hiringDelayWeeks: 105 },
    { hiringDelayWeeks: 1e308 },
    { rdBudget: 1e12 + 1 },
    { revenueLostPerUnfilledRole: 1e12 + 1 },
    { rdBudget: null },
  ])('given %j, then 400 (M-376, X-5)', async (wrong) => {
    const answer = await app
      .client()
      .post('/api/leadership/calculate', { userInputs: { ...userInputs, ...wrong }, selectedFactors: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.join(' ') ?? answer.body.message).toContain(Object.keys(wrong)[0])
  })

  it('given a visitor who wants the report by mail, then it is a lead and its PDF has the same figures; otherwise nothing is kept', async () => {
    const { inputs, total, parts } = companies[0]!
    const email = `report-${randomUUID().slice(0, 8)}@example.com`
    const [source] = (await app.client().get('/api/leadership/factors/turnover_rate/sources')).body.sources
    const sent: { to: string; attachments?: { content: Buffer; contentType: string }[] }[] = []
    const mailer = app.site.container.get(Mailer)
    const send = mailer.send.bind(mailer)
    mailer.send = async (mail) => {
      sent.push(mail)
      return send(mail)
    }
    const answer = await app.client().post('/api/leads', {
      name: 'Ada Byron',
      phone_number: '+1 555 0100',
      email,
      company_name: 'Analytical Engines',
      lead_type: 'normal_lead',
      fill_ms: 9_000,
      report: { inputs, sources: { turnoverRate: source.source_name } },
    })
    expect(answer.status, answer.text).toBe(200)
    const mail = await eventually(async () => sent.find(({ to }) => to === email))
    mailer.send = send
    const file = mail?.attachments?.[0]
    expect(file?.contentType).toBe('application/pdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file?.content ?? [])), {
      mergePages: true,
    })
    for (const amount of [total, ...Object.values(parts)])
      expect(text).toContain(`$${amount.toLocaleString('en-US')}`)
    expect(text).toContain(source.source_name)
    const [kept] = (await (await app.staff()).get(`/api/admin/leads?search=${email}`)).body.leads
    expect(kept.email).toBe(email)
  })

  const downloaded = (report: object): Promise<Response> =>
    fetch(`${app.url}/api/leadership/report`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    })

  it('given a visitor who downloads the report, then it is a tagged PDF with the same figures, without a name that the site does not know (M-430)', async () => {
    const { inputs, total, plain } = companies[0]!
    const answer = await downloaded({ inputs, sources: { turnoverRate: 'Buy at evil.example' } })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leadership-cost.pdf"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    await expectTagged(bytes)
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('a source that is no longer listed')
    expect(text).not.toContain('evil')
    expect(text).toContain(`$${total.toLocaleString('en-US')}`)
    const unadjusted = Buffer.from(await (await downloaded({ inputs, adjusted: false })).arrayBuffer())
    const { text: other } = await extractText(await getDocumentProxy(new Uint8Array(unadjusted)), {
      mergePages: true,
    })
    expect(other).toContain('Your Estimated Cost of Inauthentic Leadership')
    expect(other).toContain(`$${plain.toLocaleString('en-US')}`)
    const refused = await downloaded({ inputs: { ...inputs, turnoverRate: 101 } })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: [{ path: 'inputs.turnoverRate' }] })
  })

  it.each([
    [{ inputs: { ...userInputs, turnoverRate: 101 } }, 'turnoverRate'],
    [{ inputs: userInputs, sources: { weather: 'x' } }, 'weather'],
    [{ inputs: userInputs, adjusted: 'yes' }, 'adjusted'],
  ])('given the report %j, then the lead is refused and the field is named', async (report, field) => {
    const answer = await app.client().post('/api/leads', {
      name: 'Ada Byron',
      phone_number: '+1 555 0100',
      email: 'a@example.com',
      company_name: 'Analytical Engines',
      lead_type: 'normal_lead',
      report,
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(field)
    expect(answer.body.fields[0].path).toMatch(/^report\./)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

interface Section {
  key: string
  title: string
  revision: string
  values: Record<string, unknown>
  schema: { properties: Record<string, { title?: string }> }
}

describe('the settings of the owner', () => {
  const app = given(() => startApp({ env: { LEADS_NOTIFY_EMAIL: 'desk@help.example' } }))

  const section = async (key: string): Promise<Section> => {
    const { sections } = (await owner.get('/api/settings')).body as { sections: Section[] }
    return sections.find((each) => each.key === key)!
  }
  const save = async (key: string, values: Record<string, unknown>) => {
    const { revision, values: old } = await section(key)
    return owner.put(`/api/settings/${key}`, { values: { ...old, ...values }, revision })
  }

  const owner = given(() => app.staff())

  it('given every section, then each field has a label to be shown', async () => {
    const { sections } = (await owner.get('/api/settings')).body as { sections: Section[] }
    expect(sections.map(({ key }) => key).sort()).toEqual([
      'accounts',
      'bank-account',
      'books',
      'checkout',
      'companyOrders',
      'contact',
      'finance',
      'leads',
      'prices',
      'program',
      'seller',
      'social',
      'staff-sign-in',
      'tax',
      'withdrawal',
    ])
    for (const { key, schema } of sections) {
      for (const [field, { title }] of Object.entries(schema.properties)) {
        expect(title, `${key}.${field}`).toEqual(expect.any(String))
      }
    }
  })

  it.each([
    ['seller', { name: '株式会社 🚀' }, 'name', '🚀'],
    ['seller', { addressLines: ['1 Main Street', 'ꦗꦮ'] }, 'addressLines.1', 'ꦗ ꦮ'],
    ['seller', { taxLabel: 'VAT 🚀' }, 'taxLabel', '🚀'],
    ['seller', { note: 'Thank you 🚀' }, 'note', '🚀'],
    ['bank-account', { holder: 'ꦗꦮ' }, 'holder', 'ꦗ ꦮ'],
    ['bank-account', { bank: '銀行 🚀' }, 'bank', '🚀'],
  ])(
    'given the settings "%s" with %j, which documents would print, then the field and the letters are named, and nothing is saved',
    async (key, values, field, letters) => {
      const before = await section(key)
      const { status, body } = await save(key, values)
      expect([status, body.code]).toEqual([400, 'LETTERS_NOT_PRINTED'])
      const message = `has letters that documents cannot show: ${letters}. Please write it without them, or in Latin letters.`
      expect(body.fields).toEqual([{ path: `values.${field}`, message }])
      expect(await section(key)).toEqual(before)
    },
  )

  it('given all sections, then one statement reads them: a repeated one is a problem on the performance screen', async () => {
    const query = vi.spyOn(app.site.database.sql, 'query')
    await owner.get('/api/settings')
    const reads = query.mock.calls.filter(([text]) => text.includes('platform_settings'))
    query.mockRestore()
    expect(reads).toHaveLength(1)
  })

  it('given nothing configured, then the public configuration has its five specified fields (M-037, M-431)', async () => {
    const { body } = await app.client().get('/api/config')
    expect(body).toMatchObject({
      loadAssetsFromS3: false,
      s3AssetsPath: '',
      turnstileSiteKey: '',
      enableSeoTesting: false,
      enableLinkedInInsights: false,
    })
  })

  it('given each of them configured, then the public configuration says so (M-037, M-431)', async () => {
    const env = {
      LOAD_ASSETS_FROM_S3: 'true',
      S3_ASSETS_PATH: 'https://storage.example/site',
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET_KEY: 'a-real-secret',
      ENABLE_SEO_TESTING: 'true',
      ENABLE_LINKEDIN_INSIGHTS: 'true',
      LINKEDIN_PARTNER_ID: '424242',
    }
    const other = await startApp({ env, beside: app })
    try {
      expect((await other.client().get('/api/config')).body).toMatchObject({
        loadAssetsFromS3: true,
        s3AssetsPath: 'https://storage.example/site',
        turnstileSiteKey: '1x00000000000000000000AA',
        enableSeoTesting: true,
        enableLinkedInInsights: true,
      })
    } finally {
      await other.stop()
    }
  })

  it('given a changed support address and profile, then the public configuration follows', async () => {
    const contact = { supportEmail: 'people@example.com', supportPhone: '+1 555 010 0300' }
    expect((await save('contact', contact)).status).toBe(200)
    expect((await save('social', { linkedin: 'https://linkedin.example/in/us' })).status).toBe(200)
    await eventually(async () => {
      const { body } = await app.client().get('/api/config')
      return (
        body.supportEmail === contact.supportEmail &&
        body.supportPhone === contact.supportPhone &&
        body.social.linkedin === 'https://linkedin.example/in/us'
      )
    })
  })

  it('given a changed support address and one for new leads, then the mails follow without a restart (M-138)', async () => {
    const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> =>
      (await app.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails
    const send = async (email: string): Promise<void> => {
      const lead = { name: 'Ada King', phone_number: '+1 555 010 0142', email, company_name: 'Engines' }
      const rest = { additional_message: 'Please call.', lead_type: 'normal_lead' }
      const answer = await app.client().post('/api/leads', { ...lead, ...rest })
      expect(answer.status, answer.text).toBe(200)
      await eventually(async () => (await mailsTo(email)).length === 1)
    }
    expect((await save('contact', { supportEmail: 'first@help.example' })).status).toBe(200)
    await send('one@mails.example')
    expect((await mailsTo('one@mails.example'))[0]?.text).toContain('Write to first@help.example')
    expect(await mailsTo('sales@help.example')).toEqual([])

    expect((await save('contact', { supportEmail: 'second@help.example' })).status).toBe(200)
    expect((await save('leads', { notifyEmail: 'sales@help.example' })).status).toBe(200)
    await send('two@mails.example')
    expect((await mailsTo('two@mails.example'))[0]?.text).toContain('Write to second@help.example')
    const told = await eventually(async () => (await mailsTo('sales@help.example'))[0])
    expect(told.subject).toBe('New lead: Engines')
    for (const words of ['Ada King', '+1 555 010 0142', 'two@mails.example', 'normal_lead', 'Please call.'])
      expect(told.text).toContain(words)
    expect(await mailsTo('desk@help.example'), 'of the one before').toHaveLength(1)

    expect((await save('contact', { supportEmail: '' })).status).toBe(200)
    await send('three@mails.example')
    expect((await mailsTo('three@mails.example'))[0]?.text).toContain('Write to support@veralead.example')
    expect((await save('leads', {})).status).toBe(200)
  })

  it('given wrong values, then each is refused with its field named and nothing changes', async () => {
    const wrong: [string, string, unknown][] = [
      ['contact', 'supportEmail', 'nobody'],
      ['contact', 'supportPhone', '<b>'],
      ['social', 'x', 'javascript:alert(1)'],
      ['social', 'linkedin', 'http://insecure.example'],
      ['seller', 'taxPercent', 101],
      ['seller', 'addressLines', ['1', '2', '3', '4', '5', '6', '7']],
      ['seller', 'name', 'x'.repeat(121)],
      ['seller', 'numbering', 'weekly'],
      ['seller', 'name', 'Keel\r\nLtd'],
      ['seller', 'name', 'Keel\u202eLtd'],
      ['seller', 'email', 'no address'],
      ['seller', 'email', 'javascript:alert(1)'],
      ['bank-account', 'holder', 'Keel\u200bLtd'],
      ['bank-account', 'bic', 'DEUT'],
      ['bank-account', 'bic', 'DEUTDEFF1'],
      ['checkout', 'nextCohort', '1 March\nfree'],
      ['social', 'x', 'https://user:pass@x.example/'],
      ['social', 'linkedin', 'https://user@x.example/'],
      ['leads', 'allowPlusAddresses', 'yes'],
      ['leads', 'blockedDomains', [7]],
      ['leads', 'retentionDays', -1],
      ['leads', 'notifyEmail', 'sales'],
      ['leads', 'blockedDomains', ['not a domain']],
      ['checkout', 'documentYears', 1.5],
      ['checkout', 'unknownField', 1],
    ]
    for (const [key, field, value] of wrong) {
      const before = await section(key)
      const answer = await save(key, { [field]: value })
      expect(answer.status, field).toBe(400)
      expect(answer.body.errors.join(), field).toContain(field)
      const path = `values.${field}${field === 'blockedDomains' ? '.0' : ''}`
      // The screen puts the message after the label of the setting.
      const message = expect.stringMatching(field === 'unknownField' ? /./ : /^must (be|have) .*\.$/)
      expect(answer.body.fields, field).toEqual([{ path, message }])
      expect(await section(key), field).toEqual(before)
    }
  })

  it('given two owners, then the second does not overwrite the first unseen', async () => {
    const { revision, values } = await section('seller')
    const first = await owner.put('/api/settings/seller', {
      values: { ...values, name: 'First Ltd' },
      revision,
    })
    expect(first.body.section.values.name).toBe('First Ltd')
    const second = await owner.put('/api/settings/seller', {
      values: { ...values, name: 'Second Ltd' },
      revision,
    })
    expect(second.status).toBe(409)
    expect((await section('seller')).values.name).toBe('First Ltd')
  })

  it('given a change, then the audit log names who, the section and the field', async () => {
    await save('leads', { retentionDays: 365 })
    const { entries } = (await owner.get('/api/audit')).body
    expect(entries[0]).toMatchObject({
      by: 'admin',
      action: 'Changed settings',
      subject: 'leads',
      changes: [{ path: 'retentionDays', before: 730, after: 365 }],
    })
  })

  it('given filters, then the audit log lists the entries of a person, of a kind of action and of a time, and says what can be chosen', async () => {
    const lead = { name: 'Ann', email: 'ann@example.com', phone_number: '+1 555 010 0000', company_name: 'A' }
    await app
      .client()
      .post('/api/leads', { ...lead, additional_message: 'Call me.', lead_type: 'normal_lead' })
    expect((await owner.get('/api/admin/leads')).status).toBe(200)
    await save('leads', { retentionDays: 400 })
    const read = async (query = '') => (await owner.get(`/api/audit${query}`)).body
    const { entries: all, people, actions } = await read()
    const distinct = (name: 'by' | 'action') => [
      ...new Set(all.map((entry: Record<typeof name, string>) => entry[name])),
    ]
    expect(people).toEqual(distinct('by').sort())
    expect(people).toContain('admin')
    expect(actions).toEqual(distinct('action').sort())
    expect(actions).toEqual(expect.arrayContaining(['Changed settings', 'Read leads']))
    const { entries: reads } = await read('?action=Read+leads')
    expect(reads.length).toBeGreaterThan(0)
    expect(reads).toEqual(all.filter(({ action }: { action: string }) => action === 'Read leads'))
    const admins = all.filter(({ by }: { by: string }) => by === 'admin')
    expect((await read('?by=admin')).entries).toEqual(admins)
    expect((await read('?by=nobody')).entries).toEqual([])
    const { at } = all[1]
    const from = all.filter((entry: { at: string }) => entry.at >= at)
    expect((await read(`?from=${at}`)).entries).toEqual(from)
    expect((await read(`?until=${at}`)).entries).toEqual(all.slice(from.length))
    expect((await read(`?by=admin&before=${admins[0].id}`)).entries).toEqual(admins.slice(1))
    expect((await owner.get('/api/audit?from=yesterday')).status).toBe(400)
  })

  it('given anybody else, then settings are neither shown nor changed', async () => {
    expect((await app.client().get('/api/settings')).status).toBe(401)
    expect((await app.client().put('/api/settings/social', { values: {}, revision: '' })).status).toBe(401)
    expect((await owner.put('/api/settings/nothing', { values: {}, revision: '' })).status).toBe(404)
  })
})

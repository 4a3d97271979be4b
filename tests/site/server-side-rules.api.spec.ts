import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { accountHolders } from '../identity/account-holders.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

/** No field of any call takes this: a caller who sends it has not come through our screens. */
const nonsense = { nobody: { would: ['type', 'this'] } }

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
/** The call's address with parts that its own rules let through, so that only the body is wrong. */
function addressOf({ path, params }: Endpoint): string {
  const rules = params ? fieldsOf(params as z.ZodType) : {}
  const samples = ['1', '00000000-0000-4000-8000-000000000000', 'turnover', 'a'.repeat(24)]
  return path.replace(
    /:(\w+)/g,
    (_, name: string) => samples.find((sample) => rules[name]?.safeParse(sample).success) ?? 'x',
  )
}

/** The fields of a body, through whatever checks are wrapped around them. */
function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return fieldsOf(schema.options[0] as z.ZodType)
  return {}
}

/** As the sentences of the server write a field: with its words apart. */
const words = (text: string): string =>
  text
    .replace(/e-mail/gi, 'email')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

describe('what the screens check, checked without them', () => {
  const app = given(startApp)
  let endpoints: readonly Endpoint[]
  const callers: Partial<Record<'guest' | 'customer' | 'staff', HttpClient>> = {}

  beforeAll(async () => {
    endpoints = app.site.api.endpoints.filter(
      ({ body, bodyType, access, path }) =>
        body && (bodyType ?? 'json') === 'json' && access !== 'provider' && !path.startsWith('/api/dev/'),
    )
    callers.guest = app.client()
    callers.customer = await accountHolders(() => app).signUp('rules@example.com')
    callers.staff = await app.staff()
  })

  const send = (endpoint: Endpoint, body: unknown) => {
    const { access, method } = endpoint
    const who = access === 'public' ? 'guest' : access === 'customer' ? 'customer' : 'staff'
    return callers[who]!.send(method, addressOf(endpoint), { body })
  }

  it('given a body that is no object, when any call gets it, then the server refuses it before anything is done (M-007)', async () => {
    expect(endpoints.length).toBeGreaterThan(20)
    for (const endpoint of endpoints) {
      for (const body of [[], 'text', 7]) {
        const answer = await send(endpoint, body)
        expect(answer.status, `${nameOf(endpoint)} ${JSON.stringify(body)}: ${answer.text}`).toBe(400)
        expect(answer.body.success).toBe(false)
      }
    }
  })

  it('given a field that holds what no screen lets through, when it is sent by hand, then the server names that field (M-007)', async () => {
    let asked = 0
    for (const endpoint of endpoints) {
      for (const [field, schema] of Object.entries(fieldsOf(endpoint.body as z.ZodType))) {
        // What is kept as it came, such as the answers of a browser, has no form that could be wrong.
        if (schema.safeParse(nonsense).success) continue
        asked += 1
        const answer = await send(endpoint, { [field]: nonsense })
        const where = `${nameOf(endpoint)} ${field}: ${answer.text}`
        expect(answer.status, where).toBe(400)
        expect(answer.body.errors, where).toBeInstanceOf(Array)
        expect(words(answer.body.errors.join(' ')), where).toContain(words(field))
        const paths = answer.body.fields.map(({ path }: { path: string }) => path.split('.')[0])
        expect(paths, where).toContain(field)
      }
    }
    expect(asked).toBeGreaterThan(60)
  })

  it.each([
    ['POST /api/leads', 'name', 'Ada 2'],
    ['POST /api/leads', 'phone_number', '555 0100 ext. 7'],
    ['POST /api/leads', 'email', 'ada@company'],
    ['POST /api/leads', 'company_name', 'Ada <Works>'],
    ['POST /api/leads', 'additional_message', 'x'.repeat(501)],
    ['POST /api/auth/user/register', 'firstName', 'R2D2'],
    ['POST /api/auth/user/register', 'email', 'ada@company'],
    ['POST /api/auth/user/register', 'password', 'Two Words 1'],
    ['POST /api/auth/user/register', 'phone', '555 0100 ext. 7'],
    ['POST /api/auth/user/register', 'company', 'A'],
    ['PUT /api/users/profile', 'firstName', 'R2D2'],
    ['PUT /api/users/profile', 'phone', '1+5550101'],
    ['PUT /api/users/profile', 'company', 'x'.repeat(101)],
    ['POST /api/users/change-password', 'newPassword', 'lowercase1'],
  ])(
    'given %s whose %s is %j alone against the rule of its form, then the server names that field (M-007)',
    async (name, field, wrong) => {
      const endpoint = endpoints.find((each) => nameOf(each) === name)!
      const person = { firstName: 'Ada', lastName: 'Byron', phone: '', company: '' }
      const secrets = { currentPassword: 'Correct1horse', newPassword: 'Another1horse' }
      const right = {
        ...{ name: 'Ada Byron', phone_number: '+1 555 0100', company_name: 'Ada & Co.' },
        ...{ email: 'ada@company.example', additional_message: '', lead_type: 'normal_lead' },
        ...{ ...person, ...secrets, password: 'Correct1horse', requireEmailVerification: true },
      }
      const answer = await send(endpoint, { ...right, [field]: wrong })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual([field])
    },
  )
})

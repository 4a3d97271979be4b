import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldProblems } from '#platform/contract/field-problems.ts'
import { answerTo } from '#platform/http/errors.ts'
import { problemsOf } from '#platform/http/validation.ts'
import { AppError, type ErrorKind, refusedField, refusedFields } from '#platform/kernel/error.ts'

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error(`failed ${code}`, { cause }), { code })

test.each<[ErrorKind, number]>([
  ['invalid', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['too-many', 429],
  ['unavailable', 503],
])('given an error of kind %s, then %i, with Retry-After where waiting helps', (kind, status) => {
  const answer = answerTo(new AppError(kind, 'CODE', 'A sentence.'), 'request-1')
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({
    success: false,
    error: 'A sentence.',
    message: 'A sentence.',
    code: 'CODE',
    requestId: 'request-1',
  })
  expect(answer.headers['Retry-After']).toBe(kind === 'unavailable' ? '5' : undefined)
})

test.each([
  coded('ECONNREFUSED'),
  coded('40P01'),
  new Error('wrapped', { cause: coded('57P01') }),
  new Error('Connection terminated unexpectedly'),
])('given %o of a database that is lost or busy, then 503, and the same call may be repeated', (error) => {
  const { status, headers, body } = answerTo(error, 'r')
  expect([status, headers['Retry-After'], body.code]).toEqual([503, '5', 'UNAVAILABLE'])
})

test.each([coded('23505'), new TypeError('x is undefined'), 'text', null, undefined])(
  'given %o, then it is a mistake of ours, and no text of it is answered',
  (error) => {
    const { status, body } = answerTo(error, 'r')
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(body.message).toBe('Something went wrong on our side. Please try again later.')
  },
)

test('given a schema with sentences of its own, then one that names its field is left as it is', () => {
  const schema = z.object({
    email: z.email('Please enter a valid e-mail'),
    phone_number: z.string('Phone number is required'),
    items: z.array(z.object({ n: z.number('must be a number') })),
  })
  const { error } = schema.safeParse({ email: 'x', items: [{ n: 'x' }] })
  expect(problemsOf(error!, 'body')).toEqual([
    'Please enter a valid e-mail',
    'Phone number is required',
    'items.0.n: must be a number.',
  ])
  expect(fieldProblems(error!, ['values'])).toEqual([
    { path: 'values.email', message: 'Please enter a valid e-mail.' },
    { path: 'values.phone_number', message: 'Phone number is required.' },
    { path: 'values.items.0.n', message: 'must be a number.' },
  ])
})

test('given a problem of the whole body, then no field is blamed for it', () => {
  const { error } = z.object({}).safeParse(1)
  expect(problemsOf(error!, 'body')).toHaveLength(1)
  expect(fieldProblems(error!)).toEqual([])
})

test('given a module that refuses a field by its own rule, then the answer names it beside the sentences', () => {
  const one = answerTo(refusedField('AMOUNT', 'amount', 'must be positive'), 'r').body
  expect(one).toMatchObject({
    code: 'AMOUNT',
    error: 'amount: must be positive',
    fields: [{ path: 'amount', message: 'must be positive' }],
  })
  expect(one.errors).toBeUndefined()
  const two = [
    { path: 'seller.lines.1', message: 'Line two is too long' },
    { path: 'email', message: 'Email is required' },
  ] as const
  expect(answerTo(refusedFields('REFUSED', two), 'r').body).toMatchObject({
    error: 'Line two is too long',
    errors: ['Line two is too long', 'Email is required'],
    fields: two,
  })
})

test('given thousands of problems and endless names, then the answer stays short', () => {
  const { error } = z.array(z.string()).safeParse(Array.from({ length: 5_000 }, () => 1))
  expect(problemsOf(error!, 'body')).toHaveLength(20)
  expect(fieldProblems(error!)).toHaveLength(20)
  const strict = z.strictObject({}).safeParse({ ['k'.repeat(50_000)]: 1 })
  expect(problemsOf(strict.error!, 'body')[0]!.length).toBeLessThanOrEqual(240)
})

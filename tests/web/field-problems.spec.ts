import { describe, expect, test } from 'vitest'
import { registrationProblems } from '../../apps/web/src/account/sign-up/registration-errors.ts'
import { failureFrom } from '../../apps/web/src/lib/call.ts'
import { showAtInputs } from '../../apps/web/src/lib/field-problems.ts'
import { invoiceProblems } from '../../apps/web/src/shop/payment/use-invoice-details.ts'

const refused = (...fields: unknown[]) => failureFrom(400, { message: 'Refused.', fields })

describe('the refusals of a registration', () => {
  test.each([
    'Please enter a valid email address',
    'Full name contains invalid characters',
    'Password cannot contain spaces',
    'Das Kennwort darf keine Leerzeichen enthalten',
    '',
  ])('given the words "%s", then they are at the input of their path, whatever they speak of', (message) => {
    for (const [path, input] of [
      ['firstName', 'fullName'],
      ['lastName', 'fullName'],
      ['email', 'email'],
      ['password', 'password'],
      ['phone', 'phone'],
      ['company', 'company'],
    ] as const)
      expect(registrationProblems(refused({ path, message }))).toEqual({ [input]: message })
  })

  test('given several problems of one input, then the first is shown', () => {
    const failure = refused(
      { path: 'firstName', message: 'Full name is required' },
      { path: 'lastName', message: 'another' },
      { path: 'password', message: 'Password is too long' },
    )
    expect(registrationProblems(failure)).toEqual({
      fullName: 'Full name is required',
      password: 'Password is too long',
    })
  })

  test('given a field that the form does not have, no fields, or no answer, then no input is blamed', () => {
    const none = [
      failureFrom(400, {
        errors: ['Email: wrong'],
        fields: [{ path: 'turnstileToken', message: 'The email password name is wrong' }],
      }),
      refused({ path: 'toString', message: 'x' }),
      refused({ path: 1, message: 'x' }, { path: 'email' }, null, 'email'),
      failureFrom(400, { errors: ['Please enter a valid email address'], fields: 'email' }),
      refused(),
      failureFrom(400, {}),
      new Error('Failed to fetch'),
    ]
    for (const failure of none) expect(registrationProblems(failure)).toEqual({})
  })
})

test('given an answer without fields, then its sentences go by their words, as the specification has it (M-240)', () => {
  const errors = [
    'Please enter a valid email address',
    'Password is too long (max 128 characters)',
    'Full name contains invalid characters',
    'Password cannot contain spaces',
    'Company name is too long (max 100 characters)',
    'The site is busy',
  ]
  expect(registrationProblems(failureFrom(400, { errors }))).toEqual({
    email: errors[0],
    password: errors[1],
    fullName: errors[2],
  })
})

test('given refused invoice details, then each message goes on from the label of its own field', () => {
  const failure = refused(
    { path: 'city', message: 'is needed for an address.' },
    { path: 'country', message: 'and the city: cannot be printed.' },
    { path: 'orderId', message: 'is wrong.' },
  )
  expect(invoiceProblems(failure)).toEqual({
    city: 'City is needed for an address.',
    country: 'Country and the city: cannot be printed.',
  })
})

describe('what a form shows of a refusal', () => {
  const shownOf = (failure: unknown) => {
    const shown: unknown[] = []
    const any = showAtInputs(failure, { phone_number: 'contactNumber', email: 'email' }, (...told) => {
      shown.push(told)
    })
    return { any, shown }
  }

  test('given fields of the form and others, then each is at its input, the first takes the focus', () => {
    const failure = refused(
      { path: 'attribution', message: 'a' },
      { path: 'phone_number', message: 'b' },
      { path: 'email', message: 'c' },
    )
    expect(shownOf(failure)).toEqual({
      any: true,
      shown: [
        ['contactNumber', 'b', true],
        ['email', 'c', false],
      ],
    })
  })

  test.each([refused(), refused({ path: 'constructor', message: 'x' }), new Error('x')])(
    'given %s, which refuses no field of the form, then nothing is shown and the form says its own sentence',
    (failure) => expect(shownOf(failure)).toEqual({ any: false, shown: [] }),
  )
})

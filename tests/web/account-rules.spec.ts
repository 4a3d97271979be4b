import { describe, expect, test } from 'vitest'
import { passwordChangeProblem } from '../../apps/web/src/account/profile/password-change.ts'
import {
  codeDigits,
  fieldErrors,
  secondsLeft,
} from '../../apps/web/src/account/sign-up/registration-errors.ts'

describe('the errors of a registration', () => {
  test('given sentences of the server, when they are shown, then each goes to the field it speaks of', () => {
    expect(
      fieldErrors([
        'Please enter a valid email address',
        'Password is too long (max 128 characters)',
        'Full name contains invalid characters',
        'Password cannot contain spaces',
      ]),
    ).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password is too long (max 128 characters)',
      fullName: 'Full name contains invalid characters',
    })
  })

  test('given a sentence about something else, when it is mapped, then no field is blamed', () => {
    expect(fieldErrors(['Company name is too long (max 100 characters)', 'The site is busy'])).toEqual({})
  })
})

describe('the code', () => {
  test('given what people paste, when it is taken, then six digits remain', () => {
    expect(codeDigits('123 456')).toBe('123456')
    expect(codeDigits('Your code: 12-34-56-78')).toBe('123456')
    expect(codeDigits('abc')).toBe('')
  })

  test('given a moment ahead, when it is counted down, then the seconds end at zero', () => {
    expect([secondsLeft(60_000, 0), secondsLeft(60_000, 59_001), secondsLeft(60_000, 60_000)]).toEqual([
      60, 1, 0,
    ])
    expect(secondsLeft(60_000, 90_000)).toBe(0)
  })
})

describe('a change of password', () => {
  const change = { currentPassword: 'old', newPassword: 'Longer1x', confirmPassword: 'Longer1x' }

  test('given a field left empty, when it is sent, then all are required and the empty one is named', () => {
    expect(passwordChangeProblem({ ...change, newPassword: '' })).toEqual({
      field: 'newPassword',
      text: 'All password fields are required',
    })
  })

  test('given two different or short ones, when it is sent, then the specified sentence is said', () => {
    expect(passwordChangeProblem({ ...change, confirmPassword: 'x' })?.text).toBe(
      'New passwords do not match',
    )
    expect(passwordChangeProblem({ ...change, newPassword: 'Abc1', confirmPassword: 'Abc1' })?.text).toBe(
      'New password must be at least 8 characters long',
    )
    expect(passwordChangeProblem(change)).toBeNull()
  })
})

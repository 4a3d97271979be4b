import { describe, expect, test } from 'vitest'
import { passwordChangeProblem } from '../../apps/web/src/account/profile/password-change.ts'
import { loginProblem } from '../../apps/web/src/account/sign-in/login-form.tsx'
import { codeDigits, secondsLeft } from '../../apps/web/src/account/sign-up/code-input.ts'
import { failureFrom } from '../../apps/web/src/lib/call.ts'

test('given a refused sign-in, then its code decides, then what the server says, then the specified sentence (M-253, M-254, M-255)', () => {
  const said = (status: number, body: object) => loginProblem(failureFrom(status, body))
  expect(said(401, { code: 'INVALID_CREDENTIALS', errors: ['No.'], error: 'No.' })).toBe(
    'Invalid email or password. Please check your credentials and try again.',
  )
  expect(said(400, { errors: ['One.', 'Two.'], error: 'x' })).toBe('One. Two.')
  expect(said(503, { error: 'Busy.' })).toBe('Busy.')
  expect(said(500, {})).toBe('Login failed. Please try again.')
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
    for (const newPassword of [change.newPassword, 'Abc1'])
      expect(passwordChangeProblem({ ...change, newPassword, confirmPassword: 'x' })?.text).toBe(
        'New passwords do not match',
      )
    expect(passwordChangeProblem({ ...change, newPassword: 'Abc1', confirmPassword: 'Abc1' })?.text).toBe(
      'New password must be at least 8 characters long',
    )
    expect(passwordChangeProblem(change)).toBeNull()
  })
})

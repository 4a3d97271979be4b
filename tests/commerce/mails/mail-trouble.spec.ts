import { expect, test } from 'vitest'
import { troubleOf } from '../../../src/modules/commerce/invoices/mail-trouble.ts'

test('given a mail server whose certificate does not hold, then finance is not told that it does not answer', () => {
  const failure = Object.assign(new Error('unable to verify the first certificate'), { code: 'ESOCKET' })
  expect(troubleOf(failure)).toBe(
    'The certificate of the mail server does not hold: unable to verify the first certificate.',
  )
  expect(troubleOf(Object.assign(new Error('read ECONNRESET'), { code: 'ESOCKET' }))).toBe(
    'The mail server does not answer.',
  )
})

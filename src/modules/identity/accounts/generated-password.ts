import { randomBytes } from 'node:crypto'
import { checkPassword } from '../rules.ts'

/** A password of 96 random bits, drawn again until it satisfies the rule of the forms. */
export function generatePassword(): string {
  for (;;) {
    const password = randomBytes(12).toString('base64url')
    if (checkPassword(password) === null) return password
  }
}

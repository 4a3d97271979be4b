import { ApiFailure } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'

export type RegistrationField = 'email' | 'password' | 'fullName' | 'phone' | 'company'
type Problems = Partial<Record<RegistrationField, string>>

/** The input of each field of the registration's body. */
const inputs: Partial<Record<string, RegistrationField>> = {
  firstName: 'fullName',
  lastName: 'fullName',
  email: 'email',
  password: 'password',
  phone: 'phone',
  company: 'company',
}

/** The server's errors by input; empty if it refused no field, and the form then shows its general error. */
export function registrationProblems(failure: unknown): Problems {
  if (failure instanceof ApiFailure && failure.extra.fields === undefined) return byWords(failure.errors)
  return problemsByInput(failure, (path) => (Object.hasOwn(inputs, path) ? inputs[path] : undefined))
}

/** M-240, only for an answer without `fields`, which this server always sends: the field is found by words in each sentence. */
function byWords(errors: readonly string[]): Problems {
  const problems: Problems = {}
  for (const error of errors) {
    const field = /e-?mail/i.test(error)
      ? 'email'
      : /password/i.test(error)
        ? 'password'
        : /name/i.test(error) && !/company/i.test(error)
          ? 'fullName'
          : undefined
    if (field) problems[field] ??= error
  }
  return problems
}

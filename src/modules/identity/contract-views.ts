import { z } from 'zod'
import { answer } from '#platform/contract/wire.ts'
import { plain, plainPhone, visible } from '#platform/kernel/plain.ts'

/**
 * A text field. Only its type is checked here; the rules and their texts are in rules.ts, so that browser and server
 * answer a broken rule with the same sentence. Unknown fields are ignored.
 */
export function text(missing: string, max = 1_000) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : `${missing} and must be text`) })
    .max(max)
}
/** Of a name, telephone number and company the folded form is checked and stored. */
export const namePart = (missing: string) => text(missing).overwrite((typed) => plain(typed).trim())
export const phone = z
  .string()
  .max(1_000)
  .overwrite((typed) => plainPhone(typed).trim())
  .nullish()
export const company = z
  .string()
  .max(1_000)
  .overwrite((typed) => visible(typed).trim())
  .nullish()
export const token = z.string().max(2_048).optional()

export const UserView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: z.string(),
  metadata: z.object({ phone: z.string(), company: z.string() }),
})
export type UserView = z.infer<typeof UserView>

export const Done = answer({ message: z.string() })
export const SignedIn = answer({ message: z.string(), user: UserView })

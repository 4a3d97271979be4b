import { z } from 'zod'

/**
 * A text field. Types are strict, the rules themselves (and their texts) are in rules.ts, so that the answer to a
 * broken rule is the same sentence in the browser and on the server. Unknown fields are dropped without effect.
 */
export function text(missing: string, max = 1_000) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : `${missing} and must be text`) })
    .max(max)
}
export const optionalText = z.string().max(1_000).nullish()
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

export const Done = z.object({ success: z.boolean(), message: z.string() })
export const SignedIn = z.object({ success: z.boolean(), message: z.string(), user: UserView })

import { z } from 'zod'
import { plain } from '#platform/kernel/plain.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

/** How members of staff sign in, where the configuration names an identity provider. */
export const providerSettings = {
  key: 'staff-sign-in',
  title: 'Staff sign-in',
  description:
    'Who signs in with the identity provider of the configuration (OIDC_ISSUER), and who with a password.',
  schema: z.object({
    /** A username and an address, in lower case. */
    addresses: z
      .array(
        z
          .string()
          .overwrite(plain)
          .trim()
          .toLowerCase()
          .regex(/^\S{2,64} \S+@\S+$/, 'must be a username and an email address'),
      )
      .max(500)
      .refine(
        (lines) => new Set(lines.map((line) => line.split(' ')[1])).size === lines.length,
        'must name each address once',
      )
      .default([])
      .meta({
        title: 'Addresses at the identity provider',
        description:
          'One a line: a username and its address, such as ada ada@example.com. The first sign-in with that address connects the account. A username that is the address needs no line.',
      }),
    passwordOwner: z.string().trim().toLowerCase().max(64).default('').meta({
      title: 'The only owner who signs in with a password',
      description:
        'A username. Everybody else then needs the identity provider. Empty, or not an enabled owner: everybody may use a password, so that nobody is locked out.',
    }),
  }),
} satisfies SettingForm

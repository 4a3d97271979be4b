import { z } from 'zod'

/** Entries of a status list: the smallest size that hides whose entry a verifier looks up. */
export const statusListLength = 131_072

const url = z.url().max(300)
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const text = z.string().min(1).max(1_000)
const type = <const T extends string>(name: T) => z.tuple([z.literal(name)])

const Status = z.strictObject({
  id: url,
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.literal('revocation'),
  statusListIndex: z.string().regex(/^\d{1,6}$/),
  statusListCredential: url,
})

const ResultDescription = z.strictObject({
  id: url,
  type: type('ResultDescription'),
  name: text,
  resultType: z.literal('RawScore'),
  valueMax: z.string().max(4),
})

export const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const

/** The exact schema of issued documents. A document that differs was not issued here and is not canonicalized. */
export const IssuedDocument = z.strictObject({
  '@context': z.tuple([z.literal(contexts[0]), z.literal(contexts[1])]),
  id: url,
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  name: text,
  issuer: z.strictObject({ id: text, type: type('Profile'), name: text, url, email: z.email() }),
  validFrom: moment,
  validUntil: moment,
  credentialSubject: z.strictObject({
    type: type('AchievementSubject'),
    identifier: z.tuple([
      z.strictObject({
        type: z.literal('IdentityObject'),
        hashed: z.literal(false),
        identityHash: text,
        identityType: z.literal('name'),
      }),
    ]),
    activityStartDate: moment,
    activityEndDate: moment,
    achievement: z.strictObject({
      id: url,
      type: type('Achievement'),
      achievementType: z.literal('Certification'),
      name: text,
      description: text,
      criteria: z.strictObject({ narrative: text }),
      image: z.strictObject({ id: url, type: z.literal('Image') }),
      resultDescription: z.array(ResultDescription).min(2).max(3),
    }),
    result: z
      .array(
        z.strictObject({
          type: type('Result'),
          resultDescription: url,
          value: z.string().regex(/^\d{1,4}$/),
        }),
      )
      .min(2)
      .max(3),
  }),
  // Open Badges 3.0 permits one.
  credentialStatus: Status,
})
export type IssuedDocument = z.infer<typeof IssuedDocument>

const Proof = z.strictObject({
  type: z.literal('DataIntegrityProof'),
  created: moment,
  verificationMethod: text,
  cryptosuite: z.literal('eddsa-rdfc-2022'),
  proofPurpose: z.literal('assertionMethod'),
  proofValue: z.string().regex(/^z[1-9A-HJ-NP-Za-km-z]{80,100}$/),
})

/** An issued document with its proof. */
export const SignedDocument = IssuedDocument.extend({ proof: z.tuple([Proof]) })
export type SignedDocument = z.infer<typeof SignedDocument>

/** The exact schema of this site's status lists. */
export const SignedStatusList = z.strictObject({
  '@context': z.tuple([z.literal(contexts[0])]),
  id: url,
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('BitstringStatusListCredential')]),
  issuer: text,
  validFrom: moment,
  credentialSubject: z.strictObject({
    id: url,
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    encodedList: z.string().regex(/^u[\w-]{1,60000}$/),
  }),
  proof: Proof,
})

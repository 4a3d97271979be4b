import { contexts, IssuedDocument, statusListLength } from './document-form.ts'
import { acceptedOf } from './domain/earned.ts'

/** The data of a document, apart from the issuer's. */
export interface DocumentData {
  id: string
  name: string
  validFrom: string
  validUntil: string
  statusIndex: number
  /** Days: `2027-03-01`. */
  startsOn: string
  endsOn: string
  done: Done
}

/** The work done for the credential. */
export interface Done {
  assignmentsAccepted: number
  weeksAttended: number
  coachingSessions: number
}

export const doneOf = (
  record: { weeksAttended: readonly number[] } & Parameters<typeof acceptedOf>[0],
  coachingSessions: number,
): Done => ({
  assignmentsAccepted: acceptedOf(record),
  weeksAttended: record.weeksAttended.length,
  coachingSessions,
})

export interface Issuer {
  did: string
  publicUrl: string
  brand: string
  email: string
}

/** The name of the program on documents and certificates. */
export const programName = 'Authentic Leader Certification'

/** The results with their maximum; without coaching if the cohort had none. */
const results = (publicUrl: string, { assignmentsAccepted, weeksAttended, coachingSessions }: Done) =>
  [
    { key: 'assignments', name: 'Weekly assignments accepted', value: assignmentsAccepted, most: 12 },
    { key: 'labs', name: 'Weeks of live labs attended', value: weeksAttended, most: 12 },
    { key: 'coaching', name: 'Private coaching sessions', value: coachingSessions, most: coachingSessions },
  ]
    .filter(({ most }) => most > 0)
    .map(({ key, ...rest }) => ({ ...rest, id: `${publicUrl}/certification#${key}` }))

/**
 * The Open Badge to sign. The same data gives the same document.
 * @throws ZodError if the document does not match `IssuedDocument`
 */
export function documentOf(data: DocumentData, issuer: Issuer): IssuedDocument {
  const { did, publicUrl, brand, email } = issuer
  const address = `${publicUrl}/credentials/${data.id}`
  const scores = results(publicUrl, data.done)
  const hasCoaching = data.done.coachingSessions > 0
  // Lists are numbered from 1.
  const list = `${publicUrl}/credentials/status/${Math.floor(data.statusIndex / statusListLength) + 1}`
  const entry = data.statusIndex % statusListLength
  return IssuedDocument.parse({
    '@context': contexts,
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: programName,
    issuer: { id: did, type: ['Profile'], name: brand, url: publicUrl, email },
    validFrom: data.validFrom,
    validUntil: data.validUntil,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: data.name, identityType: 'name' }],
      activityStartDate: `${data.startsOn}T00:00:00Z`,
      activityEndDate: `${data.endsOn}T00:00:00Z`,
      achievement: {
        id: `${publicUrl}/certification`,
        type: ['Achievement'],
        achievementType: 'Certification',
        name: programName,
        description: `Twelve weeks of live labs${hasCoaching ? ', practice at work and private coaching' : ' and practice at work'} in leading authentically, held by ${brand}.`,
        criteria: {
          narrative: `Ten of twelve weekly assignments accepted by a coach, ${hasCoaching ? 'all private coaching sessions held, ' : ''}and the final account of one change at work accepted.`,
        },
        image: { id: `${address}.svg`, type: 'Image' },
        resultDescription: scores.map(({ id, name, most }) => ({
          id,
          type: ['ResultDescription'],
          name,
          resultType: 'RawScore',
          valueMax: String(most),
        })),
      },
      result: scores.map(({ id, value }) => ({
        type: ['Result'],
        resultDescription: id,
        value: String(value),
      })),
    },
    credentialStatus: {
      id: `${list}#${entry}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(entry),
      statusListCredential: list,
    },
  })
}

/** The work done, as a document has it. */
export function doneIn({ credentialSubject: { result } }: IssuedDocument): Done {
  const [assignments, labs, coaching] = result.map(({ value }) => Number(value))
  return {
    assignmentsAccepted: assignments ?? 0,
    weeksAttended: labs ?? 0,
    coachingSessions: coaching ?? 0,
  }
}

export const nameIn = ({ credentialSubject }: IssuedDocument): string =>
  credentialSubject.identifier[0].identityHash

/** The document's entry in the status lists, counted over all lists. */
export const entryOf = ({ credentialStatus }: IssuedDocument): number =>
  (listIn({ credentialStatus }) - 1) * statusListLength + Number(credentialStatus.statusListIndex)

/** The number of the status list that a document names. */
export const listIn = ({
  credentialStatus: { statusListCredential },
}: Pick<IssuedDocument, 'credentialStatus'>): number =>
  Number(statusListCredential.slice(statusListCredential.lastIndexOf('/') + 1))

/*
 * The form of an AchievementCredential as the data model of Open Badges 3.0 has it (1EdTech, section B.1), written down from its
 * tables: of each class the properties with their multiplicity and type. A property of many is a list, as in the published JSON
 * Schema, also with one value. Properties that a class does not list are permitted by it.
 */

type Rule = [multiplicity: '1' | '0..1' | '1..*' | '0..*', type: string]
const classes: Record<string, Record<string, Rule>> = {
  AchievementCredential: {
    '@context': ['1..*', 'Text'],
    type: ['1..*', 'Text'],
    id: ['1', 'URI'],
    name: ['1', 'Text'],
    description: ['0..1', 'Text'],
    image: ['0..1', 'Image'],
    awardedDate: ['0..1', 'DateTime'],
    credentialSubject: ['1', 'AchievementSubject'],
    issuer: ['1', 'Profile'],
    validFrom: ['1', 'DateTime'],
    validUntil: ['0..1', 'DateTime'],
    proof: ['0..*', 'Proof'],
    credentialStatus: ['0..1', 'CredentialStatus'],
  },
  Profile: {
    id: ['1', 'URI'],
    type: ['1..*', 'Text'],
    name: ['0..1', 'Text'],
    url: ['0..1', 'URI'],
    email: ['0..1', 'Text'],
  },
  AchievementSubject: {
    id: ['0..1', 'URI'],
    type: ['1..*', 'Text'],
    activityStartDate: ['0..1', 'DateTime'],
    activityEndDate: ['0..1', 'DateTime'],
    achievement: ['1', 'Achievement'],
    identifier: ['0..*', 'IdentityObject'],
    result: ['0..*', 'Result'],
  },
  IdentityObject: {
    type: ['1', 'Text'],
    hashed: ['1', 'Boolean'],
    identityHash: ['1', 'Text'],
    identityType: ['1', 'Text'],
  },
  Achievement: {
    id: ['1', 'URI'],
    type: ['1..*', 'Text'],
    achievementType: ['0..1', 'Text'],
    criteria: ['1', 'Criteria'],
    description: ['1', 'Text'],
    image: ['0..1', 'Image'],
    name: ['1', 'Text'],
    resultDescription: ['0..*', 'ResultDescription'],
  },
  Criteria: { id: ['0..1', 'URI'], narrative: ['0..1', 'Text'] },
  Image: { id: ['1', 'URI'], type: ['1', 'Text'], caption: ['0..1', 'Text'] },
  ResultDescription: {
    id: ['1', 'URI'],
    type: ['1..*', 'Text'],
    name: ['1', 'Text'],
    resultType: ['1', 'Text'],
    valueMax: ['0..1', 'Text'],
  },
  Result: { type: ['1..*', 'Text'], resultDescription: ['0..1', 'URI'], value: ['0..1', 'Text'] },
  CredentialStatus: { id: ['0..1', 'URI'], type: ['1', 'Text'] },
  Proof: { type: ['1', 'Text'], proofPurpose: ['0..1', 'Text'], proofValue: ['0..1', 'Text'] },
}

const values: Record<string, [is: (value: unknown) => boolean, what: string]> = {
  Text: [(value) => typeof value === 'string' && value !== '', 'a text'],
  Boolean: [(value) => typeof value === 'boolean', 'true or false'],
  URI: [(value) => typeof value === 'string' && URL.canParse(value), 'an address'],
  DateTime: [
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)),
    'a moment',
  ],
}
/** What of a credential is not as the data model has it. */
export function faultsOf(credential: unknown): string[] {
  return faultsAt(credential, 'AchievementCredential', '')
}

function faultsAt(given: unknown, className: string, path: string): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [`${path} must be one`]
  return Object.entries(classes[className]!).flatMap(([name, [multiplicity, type]]) => {
    const value = (given as Record<string, unknown>)[name]
    const at = path === '' ? name : `${path}.${name}`
    if (value === undefined) return multiplicity.startsWith('1') ? [`${at} is missing`] : []
    const isMany = multiplicity.endsWith('*')
    if (isMany && !Array.isArray(value)) return [`${at} must be a list`]
    if (!isMany && Array.isArray(value)) return [`${at} must be one`]
    return [value].flat().flatMap((each) => {
      const rule = values[type]
      if (rule === undefined) return faultsAt(each, type, at)
      return rule[0](each) ? [] : [`${at} must be ${rule[1]}`]
    })
  })
}

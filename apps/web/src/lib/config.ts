import { createContext, useContext } from 'react'
import type { PublicCohort } from '#modules/leadership/cohorts/contract.ts'

/** A date that can be booked. */
export type OpenCohort = Omit<PublicCohort, 'coachingWeeks'> & Partial<Pick<PublicCohort, 'coachingWeeks'>>

/** The answer of GET /api/config. Every field has a default, for the case that the call fails. */
export interface ClientConfig {
  brandName: string
  env: 'development' | 'production'
  publicUrl: string
  supportEmail: string
  supportPhone: string
  loadAssetsFromS3: boolean
  s3AssetsPath: string
  turnstileSiteKey: string
  enableSeoTesting: boolean
  enableLinkedInInsights: boolean
  linkedInPartnerId: string
  gaMeasurementId: string
  schedulerUrl: string
  stripeScriptUrl: string
  stripePublishableKey: string
  /** Whether lead forms accept "+" in an e-mail address. */
  allowPlusAddresses: boolean
  /** Whether requests have a `traceparent` header. */
  tracing: boolean
  /** The start of the next cohort, as text of the owner; empty while it is undecided. */
  nextCohort: string
  /** The cohorts that could be booked when the server answered. */
  cohorts: OpenCohort[]
  /** Whether consumers in the EU have a right to withdraw: every page links to its form. */
  euConsumers: boolean
  social: { x: string; instagram: string; linkedin: string }
}

export const defaultConfig: ClientConfig = {
  brandName: 'Veralead',
  env: 'production',
  publicUrl: '',
  supportEmail: 'hello@veralead.example',
  supportPhone: '+1 (555) 010-0142',
  loadAssetsFromS3: false,
  s3AssetsPath: '',
  turnstileSiteKey: '',
  enableSeoTesting: false,
  enableLinkedInInsights: false,
  linkedInPartnerId: '',
  gaMeasurementId: '',
  schedulerUrl: '',
  stripeScriptUrl: '',
  stripePublishableKey: '',
  allowPlusAddresses: false,
  tracing: false,
  nextCohort: '',
  cohorts: [],
  euConsumers: false,
  social: { x: '', instagram: '', linkedin: '' },
}

/** A complete configuration from the call's answer: unknown fields are dropped, missing or mistyped ones get defaults. */
export function configFrom(answer: unknown): ClientConfig {
  const given: Record<string, unknown> = answer !== null && typeof answer === 'object' ? { ...answer } : {}
  const config = { ...defaultConfig } as Record<string, unknown>
  for (const [name, fallback] of Object.entries(defaultConfig)) {
    const fits =
      typeof given[name] === typeof fallback && Array.isArray(given[name]) === Array.isArray(fallback)
    if (name !== 'social' && fits) config[name] = given[name]
  }
  const social =
    given.social !== null && typeof given.social === 'object'
      ? { ...defaultConfig.social, ...given.social }
      : defaultConfig.social
  return { ...(config as unknown as ClientConfig), social }
}

export const ConfigContext = createContext<ClientConfig>(defaultConfig)

export function useConfig(): ClientConfig {
  return useContext(ConfigContext)
}

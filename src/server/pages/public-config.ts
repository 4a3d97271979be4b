import { z } from 'zod'
import { type CohortDates, dayInWords, usualCoachingWeeks } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import { contactSettings } from '#platform/settings/contact-settings.ts'
import type { SettingForm, SettingSection, Settings } from '#platform/settings/settings.ts'
import type { PublicConfig } from './contract.ts'

const address = z
  .union([
    z.literal(''),
    z
      .url({ protocol: /^https$/, error: 'must be an address that starts with https://' })
      .max(300)
      .refine((text) => {
        const { username, password } = new URL(text)
        return username === '' && password === ''
      }, 'must be an address without a user name or password'),
  ])
  .default('')

const profile = (name: string) =>
  address.meta({ title: name, description: `Starts with https://. Empty: no ${name} link is shown.` })

/** The brand's profiles on other sites; empty ones are not shown. */
export const socialSettings = {
  key: 'social',
  title: 'Social links',
  description: 'The profiles that the foot of every page links to.',
  schema: z.object({ x: profile('X'), instagram: profile('Instagram'), linkedin: profile('LinkedIn') }),
} satisfies SettingForm

/** The only lead setting that the forms need; the leads module owns the section. */
const leadForms = {
  key: 'leads',
  schema: z.object({ allowPlusAddresses: z.boolean().default(false) }),
} satisfies SettingSection

/** The next start of the program; commerce owns the section. */
const programStart = {
  key: 'checkout',
  schema: z.object({ nextCohort: z.string().default('') }),
} satisfies SettingSection

/** The right to withdraw; commerce owns the section. */
const withdrawal = {
  key: 'withdrawal',
  schema: z.object({ euConsumers: z.boolean().default(false) }),
} satisfies SettingSection

const stripeScript = 'https://js.stripe.com/endive/stripe.js'

/** The answer of `GET /api/config`. `publishableKey` is Stripe's, or the payment lab's. */
export async function publicConfig(
  config: Config,
  settings: Settings,
  publishableKey: string,
  dates: CohortDates,
): Promise<PublicConfig> {
  const [social, contact, { allowPlusAddresses }, { nextCohort }, { euConsumers }, upcoming] =
    await Promise.all([
      settings.read(socialSettings),
      settings.read(contactSettings),
      settings.read(leadForms),
      settings.read(programStart),
      settings.read(withdrawal),
      dates.upcoming(),
    ])
  const next = upcoming.find(({ placesLeft }) => placesLeft > 0)
  return {
    brandName: config.brandName,
    env: config.env,
    publicUrl: config.publicUrl,
    supportEmail: contact.supportEmail || config.supportEmail,
    supportPhone: contact.supportPhone || config.supportPhone,
    loadAssetsFromS3: config.assets.loadFromS3,
    s3AssetsPath: config.assets.s3Path ?? '',
    turnstileSiteKey: config.turnstile?.siteKey ?? '',
    enableSeoTesting: config.seoTesting,
    enableLinkedInInsights: config.linkedIn.enabled,
    linkedInPartnerId: config.linkedIn.partnerId ?? '',
    gaMeasurementId: config.gaMeasurementId ?? '',
    schedulerUrl: config.schedulerUrl ?? '',
    stripeScriptUrl: config.stripe.kind === 'stripe' ? stripeScript : '/lab/stripe.js',
    stripePublishableKey: publishableKey,
    allowPlusAddresses,
    tracing: config.collector !== undefined,
    nextCohort: next === undefined ? nextCohort : dayInWords(next.startsOn),
    cohorts: upcoming.map(({ id, startsOn, endsOn, timeZone, labs, placesLeft, coachingWeeks }) => ({
      id,
      startsOn,
      endsOn,
      timeZone,
      labs,
      placesLeft,
      ...(coachingWeeks.join() !== usualCoachingWeeks.join() && { coachingWeeks }),
    })),
    ...(euConsumers && { euConsumers }),
    social,
  }
}

import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { SettingSection, Settings } from '#platform/settings/settings.ts'
import type { PublicConfig } from './contract.ts'

const address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default('')

/** The brand's profiles elsewhere; empty ones are not shown. */
export const socialSettings = {
  key: 'social',
  schema: z.object({ x: address, instagram: address, linkedin: address }),
} satisfies SettingSection

/** The one lead setting that the forms must know; the leads module owns the section. */
const leadForms = {
  key: 'leads',
  schema: z.object({ allowPlusAddresses: z.boolean().default(false) }),
} satisfies SettingSection

const stripeScript = 'https://js.stripe.com/endive/stripe.js'

/** The answer of `GET /api/config`. `publishableKey` is Stripe's, or the payment lab's. */
export async function publicConfig(
  config: Config,
  settings: Settings,
  publishableKey: string,
): Promise<PublicConfig> {
  const [social, { allowPlusAddresses }] = await Promise.all([
    settings.read(socialSettings),
    settings.read(leadForms),
  ])
  return {
    brandName: config.brandName,
    env: config.env,
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone,
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
    social,
  }
}

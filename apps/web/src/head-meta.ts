import type { Page } from '#modules/content/contract.ts'
import { programWeeks } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import type { ClientConfig } from './lib/config.ts'
import { wordsOf } from './lib/content.ts'
import { titleOf } from './lib/document-title.ts'
import type { SiteRoute } from './routes.ts'

export interface Described {
  pathname: string
  site: SiteRoute | undefined
  config: ClientConfig
  /** The page's content as stored, with the brand filled in. */
  stored: Page | undefined
}

/** The default preview picture, and the size that social networks ask for. */
const preview = { file: 'preview.png', width: 1200, height: 630 } as const

const noIndex = '<meta name="robots" content="noindex">'

/** The tags for search engines and link previews: title, description, addresses, picture, structured data. */
export function metaLines({ pathname, site, config, stored }: Described): string[] {
  const word = stored?.title || site?.title || 'Home'
  const title = escaped(titleOf(config.brandName, word))
  const lines = [`<title>${title}</title>`]
  if (!site?.description) return [...lines, noIndex]
  const base = config.publicUrl.replace(/\/+$/, '')
  const address = `${base}${pathname === '/' ? '' : pathname.replace(/\/+$/, '')}`
  const description = escaped(stored?.description || site.description)
  const described = `<meta name="description" content="${description}">`
  if (site.unindexed) return [...lines, described, noIndex]
  const image = escaped(pictureAddress(stored?.image, base))
  lines.push(
    described,
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="en_US">',
    `<meta property="og:site_name" content="${escaped(config.brandName)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escaped(address || '/')}">`,
    `<meta property="og:image" content="${image}">`,
    `<meta property="og:image:width" content="${preview.width}">`,
    `<meta property="og:image:height" content="${preview.height}">`,
    `<meta property="og:image:alt" content="${title}">`,
    // X takes title, description and picture from the Open Graph tags above.
    '<meta name="twitter:card" content="summary_large_image">',
  )
  // Only the production site is indexed, and a site on which these tags are tested.
  if ((config.env === 'production' || config.enableSeoTesting) && base !== '') {
    lines.push(
      '<meta name="robots" content="index, follow, max-image-preview:large">',
      `<link rel="canonical" href="${escaped(address)}">`,
    )
    for (const facts of structured(config, base, stored)) {
      const text = JSON.stringify({ '@context': 'https://schema.org', ...facts })
      lines.push(`<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`)
    }
  }
  return lines
}

function pictureAddress(name: string | undefined, base: string): string {
  if (name?.startsWith('https://')) return name
  return `${base}/assets/${(name ?? preview.file).replace(/^\/+/, '')}`
}

/** Structured data: the organization on every page, the course and its questions on the program page. */
function structured(config: ClientConfig, base: string, stored: Page | undefined): object[] {
  const organization = {
    '@type': 'Organization',
    '@id': `${base}/#organization`,
    name: config.brandName,
    url: `${base}/`,
    email: config.supportEmail,
    logo: `${base}/icons/icon-512.png`,
    sameAs: Object.values(config.social).filter((address) => address !== ''),
  }
  const section = stored?.sections.find(({ id }) => id === 'certification-program')
  if (section?.id !== 'certification-program') return [organization]
  const program = section.fields
  const offered = offeredPrice(program.enrollment.price)
  const course = {
    '@type': 'Course',
    name: wordsOf(program.title),
    description: wordsOf(program.description),
    url: `${base}/certification/program-details`,
    provider: { '@id': organization['@id'] },
    educationalCredentialAwarded: wordsOf(program.programOverview.certification),
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      ...offered,
      url: `${base}/certification/program-details`,
    },
    hasCourseInstance: courseInstances(config.cohorts),
  }
  const questions = program.faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: wordsOf(question),
    acceptedAnswer: { '@type': 'Answer', text: wordsOf(answer) },
  }))
  return questions.length === 0
    ? [organization, course]
    : [organization, course, { '@type': 'FAQPage', mainEntity: questions }]
}

const online = { '@type': 'CourseInstance', courseMode: 'Online' } as const
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** One CourseInstance per cohort that can be booked; without a cohort, one with the facts that all cohorts share. */
function courseInstances(cohorts: ClientConfig['cohorts']): object {
  if (cohorts.length === 0) return { ...online, courseWorkload: 'P12W' }
  return cohorts.map(({ startsOn: startDate, endsOn: endDate, timeZone, labs, placesLeft }) => ({
    ...online,
    startDate,
    endDate,
    remainingAttendeeCapacity: placesLeft,
    courseSchedule: labs.map(({ weekday, time, minutes }) => ({
      '@type': 'Schedule',
      startDate,
      endDate,
      repeatFrequency: 'Weekly',
      repeatCount: programWeeks,
      byDay: `https://schema.org/${weekdays[weekday - 1]}`,
      startTime: `${time}:00`,
      scheduleTimezone: timeZone,
      duration: `PT${minutes}M`,
    })),
  }))
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const currencySymbols: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₩': 'KRW' }

/** Parses a price of the content ("$2,500.00", "KWD 250.000") for search engines; {} where the currency is unclear. */
export function offeredPrice(text: string): { price: string; priceCurrency: string } | Record<string, never> {
  const price = text.replace(/[^\d.]/g, '')
  const symbol = text.replace(/[\d.,\s]/g, '')
  const priceCurrency = currencySymbols[symbol] ?? (/^[A-Z]{3}$/.test(symbol) ? symbol : undefined)
  return price === '' || priceCurrency === undefined ? {} : { price, priceCurrency }
}

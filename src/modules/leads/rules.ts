import { canonicalEmail } from '#platform/contract/email.ts'
import { nameLetters, plain, plainPhone } from '#platform/kernel/plain.ts'

/**
 * The rules of the lead form and the whitepaper form, for browser and server. A filter folds the typed text and returns its
 * allowed characters; a check returns the error to show, or null.
 */
export const leadTypes = ['normal_lead', 'whitepaper_download', 'pre_order_book'] as const
export type LeadType = (typeof leadTypes)[number]

/** Sort orders of the inbox. */
export const leadSorts = ['received', 'name', 'company', 'type', 'status', 'owner'] as const
export type LeadSort = (typeof leadSorts)[number]

/** Special values of the inbox's owner filter; no username begins with `~`. */
export const ownedByMe = '~me'
export const ownedByNobody = '~nobody'

export const messageMax = 500
export const nameMin = 2
export const phoneMin = 7
export const companyMin = 2
const longest = 200
/** Endings of web addresses. Those that are also particles of names ("M.de Vries", "A.st John") follow a longer word in lower case only. */
const endings =
  'com|net|org|info|biz|io|co|me|dev|app|ai|xyz|online|site|shop|store|top|club|link|click|live|icu|vip|pro|tech|space|website|page|cloud|email|gov|edu|mil|int|example|test|eu|us|uk|fr|it|es|nl|ch|dk|fi|pl|cz|pt|ru|ua|cn|jp|kr|in|br|ca|au|nz|za|mx|ly|gl|gg|tv|cc|ws|su|tk|ml|ga'
/**
 * Matches `www.evil` and `evil.example`, but not `Dr.Miller`, `St.John`, `J.Smith` or `Anna v.Berg`. Not used for companies:
 * one may be called Booking.com.
 */
const webAddress = new RegExp(
  `(?:^|\\P{L})www\\.|[\\p{L}\\p{M}-]{2,}\\.(?:${endings})(?!\\p{L})|(?<!\\p{L})\\p{Ll}{3,}\\.(?:de|la|st|al|do|be|no|at|so|se|to)(?!\\p{L})`,
  'u',
)

/** Letters (any script), spaces, hyphen, apostrophe, period. */
const noName = new RegExp(`[^${nameLetters} '.-]`, 'gu')
/** Letters, digits, spaces, hyphen, apostrophe, period, comma, ampersand, parentheses. */
const noCompany = new RegExp(`[^${nameLetters}\\d '.,&()-]`, 'gu')

const keep = (typed: string, removed: RegExp): string => plain(plain(typed).replace(removed, ''))
/** A joiner at the end stays while a name is typed: the next letter may need it. */
const keepOfName = (typed: string, removed: RegExp): string => {
  const kept = keep(typed, removed)
  const joiner = /[\u200c\u200d]?$/.exec(typed)?.[0] ?? ''
  return `${kept}${kept.endsWith(joiner) ? '' : joiner}`.slice(0, longest)
}

const filterName = (typed: string): string => keepOfName(typed, noName)
const filterCompany = (typed: string): string => keepOfName(typed, noCompany)
/** A full stop or slash between digits is a hyphen. */
const phoneOf = (typed: string): string => plainPhone(typed).replace(/(?<=[\d)] ?)[./]/g, '-')
/** Digits, spaces, hyphen, plus, parentheses. */
const filterPhone = (typed: string): string =>
  phoneOf(typed)
    .replace(/[^\d \-+()]/g, '')
    .slice(0, 40)
/** Letters, digits, @, period, hyphen, underscore; plus only where the settings admit it. */
const filterEmail = (typed: string, allowPlus = false): string =>
  keep(typed, allowPlus ? /[^\p{L}\d@.\-_+]/gu : /[^\p{L}\d@.\-_]/gu).slice(0, 254)
export const filterMessage = (typed: string): string => typed.slice(0, messageMax)

/** The form in which a name or company, and a telephone number, is checked and stored. */
export const storedName = (typed: string): string => plain(typed).trim()
export const storedPhone = (typed: string): string => phoneOf(typed).trim()

export function checkName(name: string): string | null {
  const trimmed = storedName(name)
  if (trimmed.length < nameMin) return `Name must be at least ${nameMin} characters`
  if (filterName(trimmed) !== trimmed)
    return 'Name may hold letters, spaces, hyphens, apostrophes and periods'
  return webAddress.test(trimmed) ? 'Name must not hold a web address' : null
}

export function checkPhone(phone: string): string | null {
  const number = storedPhone(phone)
  if (number.length < phoneMin) return `Contact number must be at least ${phoneMin} characters`
  return filterPhone(number) === number
    ? null
    : 'Contact number may hold digits, spaces, hyphen, plus and parentheses'
}

export const checkEmail = (email: string): string | null =>
  canonicalEmail(email) === null ? 'Please enter a valid email address' : null

export const plusRefused = 'Email must not hold a plus sign'

export function checkCompany(company: string): string | null {
  const trimmed = storedName(company)
  if (trimmed.length < companyMin) return `Company name must be at least ${companyMin} characters`
  if (filterCompany(trimmed) !== trimmed)
    return 'Company name may hold letters, digits, spaces, hyphens, apostrophes, periods, commas, & and parentheses'
  return /(?:^|[^\p{L}\d])www\./iu.test(trimmed) ? 'Company name must not hold a web address' : null
}

interface FieldRule {
  /** Of the input. */
  name: string
  /** In `POST /api/leads`. */
  sentAs: string
  /** In the table, its views and its export. */
  stored: string
  label: string
  /** The label that staff see. */
  short: string
  placeholder: string
  /** Values of HTML attributes. */
  type?: 'tel' | 'email'
  autocomplete?: 'name' | 'tel' | 'email' | 'organization'
  /** A message has several lines and may be left empty. */
  multiline?: true
  filter: (typed: string, allowPlus: boolean) => string
  /** Absent if every text is accepted. */
  check?: (value: string) => string | null
}

/** The form's fields in order, as the forms, the request, the mails and the inbox use them. */
export const leadFields = [
  {
    name: 'name',
    sentAs: 'name',
    stored: 'name',
    label: 'Name',
    short: 'Name',
    placeholder: 'Jordan Avery',
    autocomplete: 'name',
    filter: filterName,
    check: checkName,
  },
  {
    name: 'contactNumber',
    sentAs: 'phone_number',
    stored: 'phone',
    label: 'Contact Number',
    short: 'Phone',
    placeholder: '+1 (555) 010-0142',
    type: 'tel',
    autocomplete: 'tel',
    filter: filterPhone,
    check: checkPhone,
  },
  {
    name: 'email',
    sentAs: 'email',
    stored: 'email',
    label: 'Email',
    short: 'Email',
    placeholder: 'jordan@company.com',
    type: 'email',
    autocomplete: 'email',
    filter: filterEmail,
    check: checkEmail,
  },
  {
    name: 'companyName',
    sentAs: 'company_name',
    stored: 'company',
    label: 'Company Name',
    short: 'Company',
    placeholder: 'Avery & Sons',
    autocomplete: 'organization',
    filter: filterCompany,
    check: checkCompany,
  },
  {
    name: 'message',
    sentAs: 'additional_message',
    stored: 'message',
    label: 'Your Message',
    short: 'Message',
    placeholder: 'What are you trying to change?',
    multiline: true,
    filter: filterMessage,
  },
] as const satisfies readonly FieldRule[]

export type LeadField = (typeof leadFields)[number]['name']

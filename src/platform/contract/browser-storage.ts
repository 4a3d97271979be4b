/** The purpose of a stored value. Everything except 'necessary' needs the visitor's consent to that purpose. */
export type StoragePurpose = 'necessary' | 'measuring' | 'advertising' | 'calendar'

export interface StoredCookie {
  /** The bare name; production adds the `__Host-` prefix to our own cookies. An asterisk stands for a third party's suffix. */
  name: string
  purpose: StoragePurpose
  /** In words for visitors. */
  why: string
  /** Lifetime in seconds. */
  seconds: number
  /** The third party that sets it; undefined for the site itself. */
  by?: 'Stripe' | 'Google' | 'LinkedIn'
}

export interface StoredValue {
  name: string
  /** 'session' ends with the tab, 'local' stays until it is removed. */
  place: 'session' | 'local'
  why: string
  /** How long the value is used, in words. */
  term: string
}

const minute = 60
const day = 24 * 60 * minute

/**
 * Every cookie of the site and of the third parties that it loads. The server sets no other cookie (`CookieName`), tests
 * check name and lifetime, and the privacy page prints the list.
 */
export const storedCookies = [
  { name: 'session', purpose: 'necessary', why: 'Keeps you signed in.', seconds: 30 * day },
  {
    name: 'device',
    purpose: 'necessary',
    why: 'Shows that you have signed in with this browser before, so that wrong passwords tried by others do not lock you out.',
    seconds: 180 * day,
  },
  {
    name: 'reg',
    purpose: 'necessary',
    why: 'Connects the steps of your sign-up while you confirm your email address.',
    seconds: 30 * minute,
  },
  {
    name: 'staff',
    purpose: 'necessary',
    why: 'Keeps members of our staff signed in.',
    seconds: 8 * 60 * minute,
  },
  {
    name: 'staff-device',
    purpose: 'necessary',
    why: 'The same as device, for members of our staff.',
    seconds: 180 * day,
  },
  {
    name: 'staff-provider',
    purpose: 'necessary',
    why: 'Connects the steps when a member of our staff signs in with another service.',
    seconds: 10 * minute,
  },
  {
    name: '__stripe_mid',
    purpose: 'necessary',
    why: 'Protects the payment against fraud. Set on the payment page only.',
    seconds: 365 * day,
    by: 'Stripe',
  },
  {
    name: '__stripe_sid',
    purpose: 'necessary',
    why: 'Protects the payment against fraud. Set on the payment page only.',
    seconds: 30 * minute,
    by: 'Stripe',
  },
  {
    name: '_ga',
    purpose: 'measuring',
    why: 'Distinguishes visitors in the visit statistics.',
    seconds: 730 * day,
    by: 'Google',
  },
  {
    name: '_ga_*',
    purpose: 'measuring',
    why: 'Keeps the state of a visit in the visit statistics.',
    seconds: 730 * day,
    by: 'Google',
  },
  {
    name: 'li_fat_id',
    purpose: 'advertising',
    why: 'Links a visit to the ad that led to it.',
    seconds: 30 * day,
    by: 'LinkedIn',
  },
] as const satisfies readonly StoredCookie[]

/** Every key of the browser's storage; `lib/storage.ts` reads and writes no other. */
export const storedValues = [
  {
    name: 'veralead_consent',
    place: 'local',
    why: 'Your privacy choices.',
    term: 'until you change them',
  },
  {
    name: 'veralead_auth',
    place: 'local',
    why: 'Shows all tabs whether someone is signed in, without saying who.',
    term: 'until you sign out',
  },
  {
    name: 'veralead_content',
    place: 'local',
    why: 'A copy of the public texts, so that pages open at once.',
    term: 'used for 5 minutes, then replaced',
  },
  {
    name: 'leadershipCostData',
    place: 'local',
    why: 'Your last calculator result.',
    term: 'until you choose Start Over',
  },
  {
    name: 'leadership_cost_draft',
    place: 'session',
    why: 'What you typed into the calculator, before it becomes a result.',
    term: 'until you calculate or close the tab',
  },
  {
    name: 'lastPaymentIntent',
    place: 'local',
    why: 'The reference and amount of your last payment, to find your order again.',
    term: 'used for 1 hour, then ignored',
  },
  {
    name: 'veralead_staff_logout',
    place: 'local',
    why: 'A sign-out of a staff member that has not reached the server yet.',
    term: 'until it has reached the server',
  },
  {
    name: 'veralead_unsaved_content',
    place: 'local',
    why: 'Texts of this site that a member of our staff has not saved yet.',
    term: 'until they are saved or discarded, or that person signs out',
  },
  {
    name: 'certification_step',
    place: 'session',
    why: 'Your place in the enrollment.',
    term: 'until you close the tab',
  },
  {
    name: 'certification_profile',
    place: 'session',
    why: 'Your answers to the three questions.',
    term: 'until you close the tab',
  },
  {
    name: 'certification_cohort',
    place: 'session',
    why: 'The start date you chose.',
    term: 'until you close the tab',
  },
  {
    name: 'company_purchase',
    place: 'session',
    why: 'Your input on the page for companies, so that it is not lost while you sign up.',
    term: 'until you order or close the tab',
  },
  {
    name: 'lead_type',
    place: 'session',
    why: 'The topic you came for, so that the form asks about it.',
    term: 'until you close the tab',
  },
  {
    name: 'veralead_first_touch',
    place: 'session',
    why: 'The page and campaign you came from; sent with the forms that you submit.',
    term: 'until you close the tab',
  },
] as const satisfies readonly StoredValue[]

/** The cookies that the server may set, by bare name. */
export type CookieName = Exclude<(typeof storedCookies)[number], { by: string }>['name']
export type StorageKey = (typeof storedValues)[number]['name']

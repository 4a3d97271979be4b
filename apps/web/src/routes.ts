import { type LazyPage, lazyPage } from './first-load/lazy-page.tsx'

export interface SiteRoute {
  /** A path pattern of react-router. */
  path: string
  page: LazyPage
  /** The page's source file; the build finds its scripts and style sheets by it. */
  source: string
  /** The document's title until the page sets its own. */
  title: string
  /** For search results and link previews. A route without a description is not indexed. */
  description?: string
  /** Not indexed, although it has a description: a browser's history and tools show it. */
  unindexed?: true
  /** The route of the content page that it shows, if any. */
  content?: string
  /** The page itself renders the sections that editors have added, in their order. */
  ordered?: boolean
  /** Rendered on the server; other pages are rendered in the browser only. */
  rendered: boolean
  /** Its script starts at the first interaction. Other rendered pages start theirs when the browser is idle. */
  reading?: boolean
  /** Rendered, but useless without JavaScript: a browser without it shows a message instead. */
  scripted?: boolean
  /** Shown while the page's code is loading. */
  waiting?: string
  /** First path segments below `path`, as alternatives of a regular expression: every address below them is the same page. */
  below?: string
  /** `bare` pages have no header and footer. */
  bare?: boolean
}

/** Every address of the site; the sitemap and the server's 404 answers are made from it, too. */
export const routes: readonly SiteRoute[] = [
  {
    path: '/',
    page: lazyPage(() => import('./site/home/home.tsx')),
    source: 'src/site/home/home.tsx',
    title: 'Home',
    description:
      'A twelve-week certification for leaders who want to be believed: one Blueprint, four attributes, four behaviors, practiced on your real work.',
    content: '/home',
    ordered: true,
    rendered: true,
    reading: true,
  },
  {
    path: '/aboutus',
    page: lazyPage(() => import('./site/about/about-page.tsx')),
    source: 'src/site/about/about-page.tsx',
    title: 'About us',
    description:
      'Why we think leadership is a craft that can be taught, what we stand for, and how the Blueprint came to be.',
    content: '/about',
    ordered: true,
    rendered: true,
    reading: true,
  },
  {
    path: '/certification',
    page: lazyPage(() => import('./shop/questionnaire/questionnaire-page.tsx')),
    source: 'src/shop/questionnaire/questionnaire-page.tsx',
    title: 'Certification',
    description:
      'Three short questions to see how the Authentic Leader Certification fits where you are as a leader.',
    content: '/certification-questionnaire',
    rendered: true,
  },
  {
    path: '/certification/program-details',
    page: lazyPage(() => import('./shop/program/program-details.tsx')),
    source: 'src/shop/program/program-details.tsx',
    title: 'Program Details',
    description:
      'The Authentic Leader Certification: twelve weeks, a cohort of peers, two private coaching sessions and a credential valid for two years.',
    content: '/certification-program-details',
    rendered: true,
  },
  {
    path: '/certification/letter',
    page: lazyPage(() => import('./shop/company/letter-page.tsx')),
    source: 'src/shop/company/letter-page.tsx',
    title: 'Letter to your employer',
    rendered: false,
  },
  {
    path: '/certification/wait-list',
    page: lazyPage(() => import('./shop/cohorts/wait-page.tsx')),
    source: 'src/shop/cohorts/wait-page.tsx',
    title: 'Wait list',
    rendered: false,
  },
  {
    path: '/certification/enrollment/:orderId',
    page: lazyPage(() => import('./shop/enrollment/enrollment.tsx')),
    source: 'src/shop/enrollment/enrollment.tsx',
    title: 'Enrollment',
    rendered: false,
  },
  {
    path: '/leadership-cost-calculator',
    page: lazyPage(() => import('./site/calculator/calculator-page.tsx')),
    source: 'src/site/calculator/calculator-page.tsx',
    title: 'Leadership Cost Calculator',
    description:
      'Estimate what leadership gaps cost your organization in a year, with the formula and every research source in view.',
    content: '/leadership-cost-calculator',
    rendered: true,
  },
  {
    path: '/leadership-cost-results',
    page: lazyPage(() => import('./site/calculator/leadership-cost-results.tsx')),
    source: 'src/site/calculator/leadership-cost-results.tsx',
    title: 'Leadership Cost Results',
    content: '/leadership-cost-results',
    rendered: false,
  },
  {
    path: '/signup',
    page: lazyPage(() => import('./account/sign-up/signup.tsx')),
    source: 'src/account/sign-up/signup.tsx',
    title: 'Sign Up',
    description:
      'Create an account with your name, your email address and a password. A code sent to that address confirms it.',
    unindexed: true,
    rendered: true,
    scripted: true,
  },
  {
    path: '/login',
    page: lazyPage(() => import('./account/sign-in/login.tsx')),
    source: 'src/account/sign-in/login.tsx',
    title: 'Sign In',
    description:
      'Sign in with your email address and password to reach your program, orders and certificate.',
    unindexed: true,
    rendered: true,
    scripted: true,
  },
  {
    path: '/forgot-password',
    page: lazyPage(() => import('./account/sign-in/forgot-password.tsx')),
    source: 'src/account/sign-in/forgot-password.tsx',
    title: 'Forgot Password',
    description:
      'Enter the email address of your account, and we will send you a link to set a new password.',
    unindexed: true,
    rendered: true,
    scripted: true,
  },
  {
    path: '/reset-password',
    page: lazyPage(() => import('./account/sign-in/reset-password.tsx')),
    source: 'src/account/sign-in/reset-password.tsx',
    title: 'Reset Password',
    rendered: false,
  },
  {
    path: '/payment',
    page: lazyPage(() => import('./shop/payment/payment.tsx')),
    source: 'src/shop/payment/payment.tsx',
    title: 'Payment',
    rendered: false,
    waiting: 'Loading payment form...',
  },
  {
    path: '/checkout/success',
    page: lazyPage(() => import('./shop/payment/success.tsx')),
    source: 'src/shop/payment/success.tsx',
    title: 'Payment Verification',
    rendered: false,
  },
  {
    path: '/checkout/cancel',
    page: lazyPage(() => import('./shop/payment/cancel.tsx')),
    source: 'src/shop/payment/cancel.tsx',
    title: 'Checkout Cancelled',
    rendered: false,
  },
  {
    path: '/organization/buy',
    page: lazyPage(() => import('./shop/company/buy-page.tsx')),
    source: 'src/shop/company/buy-page.tsx',
    title: 'Buy for your organization',
    rendered: false,
  },
  {
    path: '/organization/orders/:orderId',
    page: lazyPage(() => import('./shop/company/ordered-page.tsx')),
    source: 'src/shop/company/ordered-page.tsx',
    title: 'Your order',
    rendered: false,
  },
  {
    path: '/quotes/:token',
    page: lazyPage(() => import('./shop/company/quote-page.tsx')),
    source: 'src/shop/company/quote-page.tsx',
    title: 'Quote',
    rendered: false,
  },
  {
    path: '/withdraw',
    page: lazyPage(() => import('./shop/withdrawal/withdraw-page.tsx')),
    source: 'src/shop/withdrawal/withdraw-page.tsx',
    title: 'Withdraw from contract',
    rendered: false,
  },
  {
    path: '/profile',
    page: lazyPage(() => import('./account/profile/profile.tsx')),
    source: 'src/account/profile/profile.tsx',
    title: 'Profile',
    rendered: false,
  },
  {
    path: '/program',
    page: lazyPage(() => import('./account/program/program-page.tsx')),
    source: 'src/account/program/program-page.tsx',
    title: 'Your program',
    rendered: false,
  },
  {
    path: '/organization',
    page: lazyPage(() => import('./account/organization/organization-page.tsx')),
    source: 'src/account/organization/organization-page.tsx',
    title: 'Your organization',
    rendered: false,
  },
  {
    path: '/seat',
    page: lazyPage(() => import('./account/organization/seat-page.tsx')),
    source: 'src/account/organization/seat-page.tsx',
    title: 'Your seat',
    rendered: false,
  },
  {
    path: '/terms',
    page: lazyPage(() => import('./site/legal/terms.tsx')),
    source: 'src/site/legal/terms.tsx',
    title: 'Terms',
    description: 'The terms of the site and of the Authentic Leader Certification, in plain words.',
    content: '/terms',
    rendered: true,
    reading: true,
  },
  {
    path: '/privacy',
    page: lazyPage(() => import('./site/legal/privacy.tsx')),
    source: 'src/site/legal/privacy.tsx',
    title: 'Privacy',
    description: 'What we know about you, why, for how long, and how to have it erased.',
    content: '/privacy',
    rendered: true,
    reading: true,
  },
  {
    path: '/admin/preview',
    page: lazyPage(() => import('./staff/preview/preview-frame.tsx')),
    source: 'src/staff/preview/preview-frame.tsx',
    title: 'Preview',
    rendered: false,
    bare: true,
  },
  {
    path: '/admin',
    page: lazyPage(() => import('./staff/admin.tsx')),
    source: 'src/staff/admin.tsx',
    title: 'Admin',
    rendered: false,
    bare: true,
    below: 'today|content|leads|orders|finance|operations',
  },
]

/** Other spellings of addresses; the server and the client's router redirect them. */
export const aliases: Readonly<Record<string, string>> = {
  '/certification-program-details': '/certification/program-details',
}

/** The route of a path; undefined for unknown paths, which the client redirects to the home page. */
export function routeOf(pathname: string): SiteRoute | undefined {
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '')
  return routes.find((route) => patternOf(route).test(path))
}

function patternOf({ path, below }: SiteRoute): RegExp {
  const parts = below ? `(?:/(?:${below})(?:/.*)?)?` : ''
  return new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}${parts}$`, 'i')
}

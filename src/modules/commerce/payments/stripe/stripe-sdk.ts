import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const require = createRequire(import.meta.url)

/** Stripe's SDK. Read from disk when it is first asked for: most processes start, and serve pages, without it. */
export const stripeSdk = (): typeof Stripe => require('stripe') as typeof Stripe

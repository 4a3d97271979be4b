import type Stripe from 'stripe'

/** BRAND_NAME unless it is set, and the brand that the shipped whitepaper names. */
export const defaultBrandName = 'Veralead'

/** Everything the environment decides, parsed once by `parseConfig`. Nothing else reads `process.env`. A class, so that it can be injected. */
export abstract class Config {
  abstract env: 'development' | 'production'
  abstract brandName: string
  abstract supportEmail: string
  abstract supportPhone: string
  abstract port: number
  abstract host: string
  /** Host names, in lower case, that development accepts besides PUBLIC_URL's and this machine's. */
  abstract allowedHosts: string[]
  /** Without a trailing slash. Every link in a mail starts with it. */
  abstract publicUrl: string
  /** Addresses that the site had before: credentials that were issued there are of this site. */
  abstract formerPublicUrls: string[]
  abstract dataDir: { path: string; explicit: boolean }
  /**
   * `adminUrl` is the owner's address; when it is missing, the application's role may be the owner. `listenUrl` leads to
   * the server itself where `url` leads to PgBouncer.
   */
  abstract database:
    | { kind: 'embedded' }
    | { kind: 'url'; url: string; adminUrl: string | undefined; listenUrl: string | undefined }
  abstract stripe:
    | {
        kind: 'lab'
        url: string | undefined
        port: number | undefined
        /** Not set by a variable: the HTTP client of a lab in the same process, given by the code that composes the product. */
        client?: Stripe.StripeConfig['httpClient']
      }
    | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecrets: string[] }
  /** The Stripe payment method configuration for payments; undefined means the Stripe account's default one. */
  abstract paymentMethodConfiguration: string | undefined
  abstract mail:
    | { kind: 'mailbox'; from: string }
    /** `requireTls`: mail is not sent through a server that offers no STARTTLS. */
    | { kind: 'smtp'; url: string; from: string; requireTls: boolean }
  abstract sessionSecret: string | undefined
  /** Private keys that sign credentials, as JSON. */
  abstract credentialKeys: string | undefined
  abstract admin: { username: string; password: string | undefined }
  /** Where members of staff can sign in besides; `name` is on the button. */
  abstract staffProvider: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined
  abstract turnstile: { siteKey: string; secretKey: string; verifyUrl: string } | undefined
  abstract assets: { loadFromS3: boolean; s3Path: string | undefined }
  abstract documentsS3Url: string | undefined
  abstract leads: { notifyEmail: string | undefined }
  abstract publish: { targetUrl: string | undefined; secret: string | undefined }
  /** Whether production may show the invented people and companies of the base template. */
  abstract allowInventedPeople: boolean
  abstract requireStaffTotp: boolean
  abstract seoTesting: boolean
  abstract linkedIn: { enabled: boolean; partnerId: string | undefined }
  abstract gaMeasurementId: string | undefined
  /** Where tax ids of the EU are looked up; undefined means VIES itself, or the payment lab. */
  abstract viesUrl: string | undefined
  abstract schedulerUrl: string | undefined
  abstract rateLimits: 'strict' | 'relaxed'
  abstract performanceStats: 'development' | 'all' | 'off'
  abstract metricsToken: string | undefined
  /** Who is mailed about errors and slow statements, and about webhooks that are paused. */
  abstract alerts: { email: string | undefined }
  /** The running release, as charts and error groups name it. */
  abstract release: string
  /** The address of the OpenTelemetry collector, and the share of traces that is sent to it. */
  abstract collector: { endpoint: string; share: number } | undefined
  abstract logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  abstract trustProxyHops: number
  /** The readers of the API's description. */
  abstract apiDocs: 'public' | 'staff'
  /** Seconds between the signal to stop and the moment at which the port is closed. */
  abstract shutdownDelay: number
  abstract webConcurrency: number
}

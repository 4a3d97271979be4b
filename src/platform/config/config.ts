/** Everything the environment decides, parsed once by `parseConfig`. Nothing else reads `process.env`. */
export interface Config {
  env: 'development' | 'production'
  brandName: string
  supportEmail: string
  supportPhone: string
  port: number
  host: string
  /** Other names than PUBLIC_URL's and this machine's under which development answers, in small letters. */
  allowedHosts: string[]
  /** Without a trailing slash. Every link in a mail starts with it. */
  publicUrl: string
  dataDir: { path: string; explicit: boolean }
  /**
   * `adminUrl` is the owner's; without it the application's role may be the owner itself. `listenUrl` leads to the server
   * itself where `url` leads to PgBouncer.
   */
  database:
    | { kind: 'embedded' }
    | { kind: 'url'; url: string; adminUrl: string | undefined; listenUrl: string | undefined }
  stripe:
    | { kind: 'lab'; url: string | undefined; port: number | undefined }
    | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecrets: string[] }
  /** The payment method configuration that payments are offered with; the Stripe account's default one when undefined. */
  paymentMethodConfiguration: string | undefined
  mail:
    | { kind: 'mailbox'; from: string }
    /** `requireTls`: a server that offers no STARTTLS gets no mail. */
    | { kind: 'smtp'; url: string; from: string; requireTls: boolean }
  sessionSecret: string | undefined
  admin: { username: string; password: string | undefined }
  turnstile: { siteKey: string; secretKey: string; verifyUrl: string } | undefined
  assets: { loadFromS3: boolean; s3Path: string | undefined }
  documentsS3Url: string | undefined
  leads: { notifyEmail: string | undefined; hook: { url: string; secret: string } | undefined }
  publish: { targetUrl: string | undefined; secret: string | undefined }
  requireStaffTotp: boolean
  seoTesting: boolean
  linkedIn: { enabled: boolean; partnerId: string | undefined }
  gaMeasurementId: string | undefined
  schedulerUrl: string | undefined
  rateLimits: 'strict' | 'relaxed'
  performanceStats: 'development' | 'all' | 'off'
  metricsToken: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  trustProxyHops: number
  /** Who may read the description of the API. */
  apiDocs: 'public' | 'staff'
  /** Seconds between the signal to stop and the moment at which the port is closed. */
  shutdownDelay: number
  webConcurrency: number
}

/** Token under which the parsed configuration is bound. */
export abstract class ConfigToken {
  abstract readonly config: Config
}

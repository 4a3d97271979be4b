import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { Log } from './log.ts'

const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'passwordHash',
  'otp',
  'otpCode',
  'code_hmac',
  'totp',
  'token',
  'turnstileToken',
  'secret',
  'clientSecret',
  'client_secret',
  'secretKey',
  'webhookSecrets',
  'sessionSecret',
  'authorization',
  'cookie',
  'cookies',
  'session',
  'signature',
]
const personalFields = ['email', 'userEmail', 'to', 'receipt_email', 'phone', 'phone_number', 'address', 'ip']

// Where objects nest in log lines: by themselves, inside one or two others, in headers.
const places = (field: string) => [field, `*.${field}`, `*.*.${field}`]

const redacted = [
  ...[...secretFields, ...personalFields].flatMap(places),
  '*["set-cookie"]',
  '*.*["set-cookie"]',
  '*["stripe-signature"]',
  '*.*["stripe-signature"]',
]

/**
 * The process's logger: JSON lines on standard output. Known fields of secrets and of people are removed wherever
 * they nest up to three levels deep; errors are reduced to type, code, message and stack, so that a driver's copy of
 * a statement's values stays out.
 */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: errorLine, error: errorLine },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

export class ProcessLog extends Log {
  override readonly logger: Logger

  constructor(logger: Logger) {
    super()
    this.logger = logger
  }
}

const emailShape = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]+\.[A-Za-z]{2,}/g

interface ErrorLine {
  type: string
  code?: string
  message: string
  stack?: string
  cause?: ErrorLine
}

function errorLine(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: cleaned(String(error)) }
  const line: ErrorLine = { type: error.name, message: cleaned(error.message) }
  if ('code' in error && typeof error.code === 'string') line.code = error.code
  if (error.stack) line.stack = cleaned(error.stack)
  if (error.cause !== undefined && depth < 3) line.cause = errorLine(error.cause, depth + 1)
  return line
}

function cleaned(text: string): string {
  return text.slice(0, 8_000).replace(emailShape, '[e-mail]')
}

import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
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
  'totp',
  'token',
  'turnstileToken',
  'secret',
  'clientSecret',
  'secretKey',
  'webhookSecrets',
  'sessionSecret',
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'stripe-signature',
  'session',
  'signature',
]
const personalFields = ['email', 'userEmail', 'to', 'receipt_email', 'phone', 'phone_number', 'address', 'ip']

const hidden = new Set([...secretFields, ...personalFields].map(plainName))
const censor = '[redacted]'
const maxDepth = 6

/**
 * The process's logger: JSON lines on standard output. Fields with secrets and personal data are blanked by name at every
 * depth; e-mail addresses are removed from messages; errors are reduced to type, code, message and stack, so that a
 * driver's copy of a statement's values is not logged. (pino's own `redact` with wildcards for as many names costs 45 µs a
 * line, this a tenth.)
 */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    formatters: {
      level: (label) => ({ level: label }),
      log: (line) => redacted(line, 0) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        const [first, message, ...rest] = args as [unknown, unknown, ...unknown[]]
        if (typeof first === 'string') method.apply(this, [cleaned(first), message, ...rest] as typeof args)
        else method.apply(this, [asLine(first), cleaned(String(message ?? '')), ...rest] as typeof args)
      },
    },
    // For the fields of child loggers, which pino does not pass to `formatters.log`.
    redact: { paths: [...secretFields, ...personalFields].filter((name) => /^\w+$/.test(name)), censor },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (err: unknown) => err },
  }
  return destination ? pino(options, destination) : pino(options)
}

function asLine(first: unknown): object {
  if (first instanceof Error) return { err: first }
  return typeof first === 'object' && first !== null ? first : { value: first }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return errorLine(value)
  if (depth >= maxDepth) return '[deeper]'
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => redacted(each, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = hidden.has(plainName(name)) ? censor : redacted(inner, depth + 1)
  }
  return copy
}

export class ProcessLog extends Log {
  override readonly logger: Logger

  constructor(logger: Logger) {
    super()
    this.logger = logger
  }
}

/** Without slashes, which addresses hardly contain and paths of scoped packages do (`node_modules/@scope/name.js`). */
const emailShape = /[^\s@<>"'(),;:/]{1,64}@[^\s@<>"'(),;:/]+\.[A-Za-z]{2,}/g

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
  if (text.length <= 8_000 && !text.includes('@')) return text
  return text.slice(0, 8_000).replace(emailShape, '[e-mail]')
}

import type { Logger } from 'pino'

/** Token of the process's logger. Personal data and secrets are redacted by its configuration, not by callers. */
export abstract class Log {
  abstract readonly logger: Logger
}

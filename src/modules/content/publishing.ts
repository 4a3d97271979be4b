import type { Config } from '#platform/config/config.ts'
import { fieldProblems } from '#platform/contract/field-problems.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Contents } from './contents.ts'
import { demandRealPeople } from './invented-people.ts'
import type { PublishCheck } from './publish-check.ts'
import { demandSignature, signatureHeader, signatureOf } from './publish-signature.ts'
import { Tree } from './sections/tree.ts'

/** Sends a published tree to another deployment, and receives one. Both sides share PUBLISH_SECRET. */
export class Publishing {
  readonly #contents: Contents
  readonly #config: Config
  readonly #telemetry: Telemetry
  readonly #clock: Clock
  readonly #check: PublishCheck

  constructor(contents: Contents, config: Config, telemetry: Telemetry, clock: Clock, check: PublishCheck) {
    this.#contents = contents
    this.#config = config
    this.#telemetry = telemetry
    this.#clock = clock
    this.#check = check
  }

  /** Publishes development to production here and, when configured, at the target. @throws AppError forbidden outside development, invalid as the check */
  async publish(by: string): Promise<number> {
    this.demandDevelopment()
    await this.demandNoErrors()
    const { version, tree } = await this.#contents.publish(by)
    await this.send(tree)
    return version
  }

  /** @throws AppError invalid that names the errors of the check before publishing */
  demandNoErrors(): Promise<void> {
    return this.#check.demandNoErrors()
  }

  /** Undoes the publish `version`, here and at the target. @throws AppError forbidden outside development */
  async undo(version: number, by: string): Promise<number> {
    this.demandDevelopment()
    const restored = await this.#contents.undoPublish(version, by)
    await this.send(restored.tree)
    return restored.version
  }

  /** @throws AppError forbidden outside development: other deployments have no content to publish. */
  demandDevelopment(): void {
    if (this.#config.env === 'development') return
    throw new AppError(
      'forbidden',
      'PUBLISH_IN_DEVELOPMENT_ONLY',
      'Content is published from the development environment only.',
    )
  }

  /**
   * Stores a signed tree as a new production version, once. `body` is the raw request.
   * @throws AppError forbidden BAD_SIGNATURE or SIGNATURE_EXPIRED, conflict ALREADY_RECEIVED, invalid for another body
   */
  async receive(body: Buffer, header: string | undefined): Promise<number> {
    const signed = demandSignature(this.#config.publish.secret, { body, header, now: this.#clock.now() })
    let json: unknown
    try {
      json = JSON.parse(body.toString('utf8'))
    } catch {
      throw new AppError('invalid', 'INVALID_JSON', 'The published content is not JSON.')
    }
    const parsed = Tree.safeParse(json)
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      throw new AppError(
        'invalid',
        'INVALID_CONTENT',
        'The published content does not have the known shape.',
        { errors, fields: fieldProblems(parsed.error) },
      )
    }
    return this.#contents.receive(parsed.data, 'another deployment', signed)
  }

  /** Sends the current production tree to the target, if one is configured. @throws AppError as `demandRealPeople`, or unavailable */
  async send(tree: Tree): Promise<void> {
    const { targetUrl, secret } = this.#config.publish
    if (targetUrl === undefined || secret === undefined) return
    demandRealPeople(tree, this.#config, 'Published here, but not sent to the target, whose')
    const body = Buffer.from(JSON.stringify(tree))
    const problem = await this.#telemetry.time('external', 'POST content to the publish target', async () => {
      try {
        const answer = await fetch(new URL('/api/cms/receive', targetUrl), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [signatureHeader]: signatureOf(secret, body, this.#clock.now()),
          },
          body: new Uint8Array(body),
          signal: AbortSignal.timeout(10_000),
        })
        return answer.ok ? null : `it answered ${answer.status}${await reasonIn(answer)}`
      } catch {
        return 'it could not be reached'
      }
    })
    if (problem !== null) {
      throw new AppError(
        'unavailable',
        'PUBLISH_TARGET_FAILED',
        `Published here, but not at the target: ${problem}. Publish again to repeat.`,
      )
    }
  }
}

/** The target's reason for a refusal, in brackets; empty when the answer contains none that can be read. */
async function reasonIn(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const message = body !== null && typeof body === 'object' && 'message' in body ? body.message : null
  return typeof message === 'string' ? ` (${message.replace(/\s+/g, ' ').slice(0, 300)})` : ''
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Contents } from './contents.ts'
import { Tree } from './sections/tree.ts'

const signatureHeader = 'x-content-signature'

/** Sends a published tree to another deployment, and takes one from there. Both sides share PUBLISH_SECRET. */
export class Publishing {
  readonly #contents: Contents
  readonly #config: Config
  readonly #telemetry: Telemetry

  constructor(contents: Contents, config: Config, telemetry: Telemetry) {
    this.#contents = contents
    this.#config = config
    this.#telemetry = telemetry
  }

  /** Development becomes production here and, when configured, at the target. Throws forbidden outside development. */
  async publish(by: string): Promise<number> {
    this.demandDevelopment()
    const { version, tree } = await this.#contents.publish(by)
    await this.send(tree)
    return version
  }

  /** Takes the publish `version` back, here and at the target. Throws forbidden outside development. */
  async undo(version: number, by: string): Promise<number> {
    this.demandDevelopment()
    const restored = await this.#contents.undoPublish(version, by)
    await this.send(restored.tree)
    return restored.version
  }

  /** @throws AppError forbidden outside development: elsewhere there is nothing to publish from. */
  demandDevelopment(): void {
    if (this.#config.env === 'development') return
    throw new AppError(
      'forbidden',
      'PUBLISH_IN_DEVELOPMENT_ONLY',
      'Content is published from the development environment only.',
    )
  }

  /** Stores a signed tree as a new production version. `body` is the raw request. */
  async receive(body: Buffer, signature: string | undefined): Promise<number> {
    const { secret } = this.#config.publish
    if (secret === undefined || signature === undefined || !matches(sign(secret, body), signature)) {
      throw new AppError(
        'forbidden',
        'BAD_SIGNATURE',
        'The published content is not signed with the shared secret.',
      )
    }
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
        { errors },
      )
    }
    return this.#contents.receive(parsed.data, 'another deployment')
  }

  /** Sends what production has now to the target, if one is configured. */
  async send(tree: Tree): Promise<void> {
    const { targetUrl, secret } = this.#config.publish
    if (targetUrl === undefined || secret === undefined) return
    const body = Buffer.from(JSON.stringify(tree))
    const problem = await this.#telemetry.time('external', 'POST content to the publish target', async () => {
      try {
        const answer = await fetch(new URL('/api/cms/receive', targetUrl), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, body) },
          body: new Uint8Array(body),
          signal: AbortSignal.timeout(10_000),
        })
        return answer.ok ? null : `it answered ${answer.status}`
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

export { signatureHeader }

const sign = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex')

function matches(expected: string, given: string): boolean {
  const left = Buffer.from(expected)
  const right = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right)
}

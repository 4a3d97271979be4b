import type * as oidc from 'openid-client'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { canonicalEmail } from '#platform/contract/email.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { identityTables, StaffRow } from '../accounts/rows.ts'
import { Digests } from '../accounts/secrets.ts'
import { Sessions, type Visitor } from '../sessions/sessions.ts'
import { type ProviderProblem, providerTryMs } from './contract-provider.ts'
import { providerSettings } from './provider-settings.ts'

/** Loaded by the first sign-in: most sites have no provider. */
const openidClient = () => import('openid-client')

const refused = (problem: ProviderProblem): AppError =>
  new AppError('unauthenticated', problem, 'The sign-in with the identity provider failed')

/** Signs members of staff in with the identity provider of the company (OpenID Connect, authorization code with PKCE). */
export class ProviderSignIns {
  static readonly needs = {
    config: Config,
    db: Database,
    clock: Clock,
    ids: Ids,
    keys: Keys,
    settings: Settings,
    sessions: Sessions,
    activity: AccountActivity,
    audit: AuditLog,
    log: Log,
  }
  readonly #parts: Given<typeof ProviderSignIns.needs>
  readonly #digests: Digests
  #found: Promise<oidc.Configuration> | undefined

  constructor(parts: Given<typeof ProviderSignIns.needs>) {
    this.#parts = parts
    this.#digests = new Digests(parts.keys, 'identity.provider')
  }

  /** The name on the button; null without a provider. */
  get name(): string | null {
    return this.#parts.config.staffProvider?.name ?? null
  }

  /** Whether this member must use the provider. The owner who keeps a password must exist and be enabled, else everybody keeps one. */
  async refusesPassword({ username }: StaffRow): Promise<boolean> {
    const { passwordOwner } = await this.#parts.settings.read(providerSettings)
    if (this.name === null || passwordOwner === '' || passwordOwner === username) return false
    const owner = { username: passwordOwner, role: 'owner', disabledAt: null } as const
    return (await this.#parts.db.em().findOne(StaffRow, owner)) !== null
  }

  /** Begins a sign-in: the page of the provider, and a secret for the cookie of this browser. @throws AppError `PROVIDER_AWAY` */
  async start(): Promise<{ url: string; secret: string }> {
    const provider = await this.#provider()
    const secret = this.#parts.ids.token(32)
    const { state, nonce, verifier, row } = this.#derived(secret)
    await identityTables(this.#parts.db.sql)
      .insertInto('identity_challenge_pass')
      .values({ token_hash: row, expires_at: new Date(this.#parts.clock.now().getTime() + providerTryMs) })
      .execute()
    const { calculatePKCECodeChallenge, buildAuthorizationUrl } = await openidClient()
    const challenge = await calculatePKCECodeChallenge(verifier)
    const asked = { redirect_uri: this.#callback, scope: 'openid email', state, nonce }
    const url = buildAuthorizationUrl(provider, {
      ...asked,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return { url: url.href, secret }
  }

  /**
   * Ends a sign-in that this browser began, once.
   * @returns the session for the cookie
   * @throws AppError with a `ProviderProblem`
   */
  async finish(
    query: Record<string, string>,
    secret: string,
    visitor: Visitor,
    previous: string | undefined,
  ): Promise<string> {
    const { state, nonce, verifier, row } = this.#derived(secret)
    const begun = await identityTables(this.#parts.db.sql)
      .deleteFrom('identity_challenge_pass')
      .where('token_hash', '=', row)
      .where('expires_at', '>', this.#parts.clock.now())
      .returning('token_hash')
      .executeTakeFirst()
    if (begun === undefined || query.state !== state) throw refused('PROVIDER_EXPIRED')
    const claims = await this.#claims(query, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const providerSubject = `${claims.iss} ${claims.sub}`
    const known = await this.#parts.db.em().findOne(StaffRow, { providerSubject })
    const member = known ?? (await this.#byAddress(claims))
    const record = (activity: 'signed-in-by-provider' | 'provider-refused') =>
      this.#parts.activity.record({
        account: 'staff',
        accountId: member?.id ?? null,
        activity,
        address: visitor.address,
      })
    const problem = member === null ? 'PROVIDER_UNKNOWN' : member.disabledAt ? 'PROVIDER_DISABLED' : null
    if (member === null || problem !== null) {
      await record('provider-refused')
      throw refused(problem ?? 'PROVIDER_UNKNOWN')
    }
    if (known === null) await this.#connect(member, providerSubject)
    const session = await this.#parts.sessions.replace('staff', member, visitor, previous)
    if (session === null) throw refused('PROVIDER_EXPIRED')
    await record('signed-in-by-provider')
    return session
  }

  /** The account of a verified address that no other person of the provider has; null for none. */
  async #byAddress({ email, email_verified }: oidc.IDToken): Promise<StaffRow | null> {
    if (typeof email !== 'string' || email_verified !== true) throw refused('PROVIDER_UNVERIFIED')
    const address = canonicalEmail(email) ?? ''
    const { addresses } = await this.#parts.settings.read(providerSettings)
    const [username] = addresses.map((line) => line.split(' ')).find(([, its]) => its === address) ?? [
      address,
    ]
    return this.#parts.db.em().findOne(StaffRow, { username: username ?? '', providerSubject: null })
  }

  /** From now on the account is found by issuer and subject. */
  async #connect({ id, username }: StaffRow, subject: string): Promise<void> {
    await this.#parts.db.rawTransaction(async (sql) => {
      const connected = await identityTables(sql)
        .updateTable('identity_staff')
        .set({ provider_subject: subject })
        .where('id', '=', id)
        .where('provider_subject', 'is', null)
        .where('disabled_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (connected === undefined) throw refused('PROVIDER_EXPIRED')
      const action = 'Connected an account to the identity provider'
      await this.#parts.audit.record(sql, { by: username, action, subject: username, changes: [] })
    })
  }

  async #claims(
    query: Record<string, string>,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): Promise<oidc.IDToken> {
    const provider = await this.#provider()
    const { authorizationCodeGrant } = await openidClient()
    const address = new URL(`${this.#callback}?${new URLSearchParams(query)}`)
    try {
      const tokens = await authorizationCodeGrant(provider, address, {
        ...checks,
        idTokenExpected: true,
      })
      return tokens.claims()!
    } catch (error) {
      this.#parts.log.logger.warn({ err: error }, 'an answer of the identity provider was refused')
      throw refused(error instanceof TypeError ? 'PROVIDER_AWAY' : 'PROVIDER_REFUSED')
    }
  }

  /** What the provider says of itself, asked for once; again after a failure. Tokens are verified by its keys. */
  async #provider(): Promise<oidc.Configuration> {
    const { staffProvider, env } = this.#parts.config
    if (staffProvider === undefined) throw refused('PROVIDER_AWAY')
    const { issuer, clientId, clientSecret } = staffProvider
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await openidClient()
    const plain = env === 'development' ? [allowInsecureRequests] : []
    this.#found ??= discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [enableNonRepudiationChecks, ...plain],
      timeout: 10,
    })
    return this.#found.catch((error: unknown) => {
      this.#found = undefined
      this.#parts.log.logger.warn({ err: error }, 'the identity provider does not answer')
      throw refused('PROVIDER_AWAY')
    })
  }

  get #callback(): string {
    return `${this.#parts.config.publicUrl}/api/auth/provider/callback`
  }

  /** All of a try follows from the secret in the cookie: no other browser can end it. */
  #derived(secret: string) {
    const [state, nonce, verifier] = ['state', 'nonce', 'verifier'].map((part) =>
      this.#digests.of(part, secret).toString('base64url'),
    ) as [string, string, string]
    return { state, nonce, verifier, row: this.#digests.of('row', secret) }
  }
}

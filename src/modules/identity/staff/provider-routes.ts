import type { Call } from '#platform/http/call.ts'
import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { visitor } from '../customers/account-http.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import { finishProvider, providerTryMs, staffProvider, startProvider } from './contract-provider.ts'
import type { ProviderSignIns } from './provider-sign-ins.ts'

const cookie = 'staff-provider'

/** Signing staff in with the identity provider: there and back. A problem is said on the page where it began. */
export function mountProviderRoutes(api: ApiRouter, signIns: ProviderSignIns): void {
  const lead = async ({ res }: Pick<Call, 'res'>, to: () => Promise<string>): Promise<undefined> => {
    const address = await to().catch((error: unknown) => {
      if (error instanceof AppError) return `/admin?sign-in=${error.code}`
      throw error
    })
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, address)
    return undefined
  }

  api.serve(staffProvider, async () => ({ name: signIns.name }))

  api.serve(startProvider, (_, call) =>
    lead(call, async () => {
      const { url, secret } = await signIns.start()
      call.setCookie({ name: cookie, value: secret, maxAge: providerTryMs / 1000 })
      return url
    }),
  )

  api.serve(finishProvider, ({ query }, call) =>
    lead(call, async () => {
      const secret = call.cookie(cookie) ?? ''
      call.clearCookie(cookie)
      const session = await signIns.finish(
        query,
        secret,
        visitor(call),
        call.cookie(Authenticator.staffCookie),
      )
      call.setCookie({ name: Authenticator.staffCookie, value: session, maxAge: lifetimes.staffMs / 1000 })
      return '/admin'
    }),
  )
}

import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import type { Participants } from '../cohorts/participants.ts'
import { awardedView } from './awarded-view.ts'
import { askRenewal, changeMyCertificate, myCertificate } from './contract.ts'
import type { CredentialRegister } from './credential-register.ts'
import { noCredential } from './domain/credential-decisions.ts'
import type { EarnedCredentials } from './earned-credentials.ts'
import { credentialTables } from './tables.ts'

export interface ParticipantParts {
  participants: Participants
  earned: EarnedCredentials
  register: CredentialRegister
  database: Database
  clock: Clock
}

/** The participant's endpoints for the own credential. */
export function mountParticipantRoutes(api: ApiRouter, parts: ParticipantParts): void {
  const { participants, earned, register, database, clock } = parts

  const own = async (buyerId: string, orderId: string) => {
    await participants.own(buyerId, orderId)
    const [candidate] = await earned.ofOrders([orderId])
    if (candidate === undefined) throw noCredential()
    return { candidate, credential: (await register.ofOrders([orderId])).get(orderId) ?? null }
  }

  api.serve(myCertificate, async ({ params: { orderId } }, { actor }) => {
    const { candidate, credential } = await own(actor.userId, orderId)
    return {
      missing: candidate.missing,
      name: credential?.document?.name ?? candidate.name,
      isPublic: candidate.isPublic,
      credential: credential === null ? null : awardedView(credential, clock.now()),
    }
  })

  api.serve(changeMyCertificate, async ({ params: { orderId }, body }, { actor }) => {
    const { name, isPublic } = body
    await assertPrintable({ name }, true)
    const { credential } = await own(actor.userId, orderId)
    if (name !== undefined && credential !== null)
      throw new AppError(
        'conflict',
        'CREDENTIAL_AWARDED',
        'Your certificate is awarded. Please write to us to have it issued again with another name.',
      )
    const chosen = {
      ...(name === undefined ? {} : { name }),
      ...(isPublic === undefined ? {} : { isPublic }),
    }
    if (Object.keys(chosen).length > 0)
      await credentialTables(database.sql)
        .insertInto('program_credential_choice')
        .values({ orderId, ...chosen })
        .onConflict((already) => already.column('orderId').doUpdateSet(chosen))
        .execute()
  })

  api.serve(askRenewal, async ({ params: { orderId } }, { actor }) => {
    const { credential } = await own(actor.userId, orderId)
    if (credential === null) throw noCredential()
    if (!awardedView(credential, clock.now()).renewable)
      throw new AppError('conflict', 'NOT_RENEWABLE', 'This credential cannot be renewed now.')
    await credentialTables(database.sql)
      .updateTable('program_credential')
      .set({ renewalAskedAt: clock.now() })
      .where('id', '=', credential.id)
      .where('renewalAskedAt', 'is', null)
      .execute()
  })
}

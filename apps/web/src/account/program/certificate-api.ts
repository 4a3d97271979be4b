import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  askRenewal,
  changeMyCertificate,
  myCertificate,
} from '#modules/leadership/credentials/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { programKey } from './program-api.ts'

export type Certificate = AnswerOf<typeof myCertificate>
export type Awarded = NonNullable<Certificate['credential']>

const keyOf = (orderId: string) => [...programKey, 'certificate', orderId] as const

/** The participant's certificate, or what is missing for it; refetched whenever the window regains focus. */
export const useCertificate = (orderId: string) =>
  useQuery({
    queryKey: keyOf(orderId),
    queryFn: () =>
      call<typeof myCertificate>('GET', '/api/program/:orderId/certificate', { params: { orderId } }),
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
    retry: 1,
  })

/** The participant's changes; each refetches the certificate. */
export function useCertificateSteps(orderId: string) {
  const client = useQueryClient()
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work
    await client.invalidateQueries({ queryKey: keyOf(orderId) })
  }
  return {
    change: (body: { name?: string; isPublic?: boolean }) =>
      after(
        call<typeof changeMyCertificate>('PUT', '/api/program/:orderId/certificate', {
          params: { orderId },
          body,
        }),
      ),
    askRenewal: () =>
      after(
        call<typeof askRenewal>('POST', '/api/program/:orderId/certificate/renewal', { params: { orderId } }),
      ),
  }
}

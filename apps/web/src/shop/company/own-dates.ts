import type { ownCohorts } from '#modules/leadership/cohorts/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { OpenCohort } from '../../lib/config.ts'

/** The private cohorts of an organization, for its managers; none without an organization. */
export function useOwnDates(organizationId: string | undefined): readonly OpenCohort[] {
  const { data } = useAnswer<typeof ownCohorts>(
    '/api/organizations/:id/cohorts',
    { params: { id: organizationId ?? '' } },
    { area: 'organizations', enabled: organizationId !== undefined, staleTime: 15_000 },
  )
  return data?.cohorts ?? []
}

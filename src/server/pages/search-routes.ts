import { searchGroups, staffSearch } from '#platform/contract/search-contract.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { SearchedList } from '#platform/http/searched-list.ts'
import { sees } from '#platform/kernel/waiting-work.ts'

/** The search of staff over the lists of all modules. */
export function mountSearchRoutes(api: ApiRouter, lists: readonly SearchedList[]): void {
  const inOrder = lists.toSorted((a, b) => searchGroups.indexOf(a.group) - searchGroups.indexOf(b.group))
  api.serve(staffSearch, async ({ query: { q } }, call) => {
    const { role } = call.actor
    const readable = inOrder.filter(({ roles }) => sees(role, ...roles))
    const found = await Promise.all(
      readable.map(async (list) => ({ group: list.group, ...(await list.find(q, call)) })),
    )
    return { groups: found.filter(({ total }) => total > 0) }
  })
}

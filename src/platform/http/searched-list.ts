import type { SearchGroup, SearchHit } from '../contract/search-contract.ts'
import type { StaffRole } from '../kernel/actor.ts'
import type { Call, StaffActor } from './call.ts'

/** Who searches. */
export type Searcher = Pick<Call<StaffActor>, 'actor' | 'address'>

/** How many results of a list the search of staff shows. */
export const mostHits = 5

/** A list that the search of staff looks in. Every module binds one for each of its own lists. */
export abstract class SearchedList {
  abstract readonly group: SearchGroup
  /** The roles that may read the list, besides an owner. */
  abstract readonly roles: readonly StaffRole[]
  /** The first `mostHits` of what matches. It shows and finds as much of people as the list itself, and records the read as the list does. */
  abstract find(q: string, searcher: Searcher): Promise<{ total: number; hits: SearchHit[] }>
}

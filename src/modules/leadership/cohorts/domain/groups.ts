/** The number of people in a peer group. */
export const groupSize = 6

/** A participant's place, its group, and the organization of the participant; null for none. */
export interface GroupedPlace {
  place: number
  group: number | null
  organization: string | null
}

/**
 * Groups for the participants without one; nobody else is moved. The sizes are as even as those who are in a group allow, and
 * people of one organization are in different groups as far as possible.
 */
export function filledGroups(places: readonly GroupedPlace[]): Record<number, number> {
  const members = places.filter(({ group }) => group !== null)
  const highest = members.reduce((most, { group }) => Math.max(most, group ?? 0), 0)
  const count = Math.max(highest, Math.ceil(places.length / groupSize))
  const groups = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    people: members.filter(({ group }) => group === at + 1),
  }))
  const colleagues = (people: readonly GroupedPlace[], { organization }: GroupedPlace): number =>
    organization === null ? 0 : people.filter((each) => each.organization === organization).length
  const filled: Record<number, number> = {}
  // The largest organizations choose first, while every group still has room.
  const open = places.filter(({ group }) => group === null)
  for (const each of open.toSorted((one, other) => colleagues(open, other) - colleagues(open, one))) {
    const [best] = groups
      .filter(({ people }) => people.length < groupSize)
      .sort(
        (one, other) =>
          colleagues(one.people, each) - colleagues(other.people, each) ||
          one.people.length - other.people.length,
      )
    if (best === undefined) break
    best.people.push(each)
    filled[each.place] = best.number
  }
  return filled
}

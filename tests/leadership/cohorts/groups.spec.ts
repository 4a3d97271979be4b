import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Cohort, fold } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { changeGroup, fillGroups } from '../../../src/modules/leadership/cohorts/domain/cohort-decisions.ts'
import { filledGroups } from '../../../src/modules/leadership/cohorts/domain/groups.ts'
import { plan } from './program-log.ts'

const sizesOf = (groups: readonly (number | null)[]): number[] =>
  [...Map.groupBy(groups, (group) => group).values()].map((of) => of.length).sort()

it('given any number of people, then each is in a group of at most six, and the sizes differ by one at most', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom('a', 'b', 'c')), { maxLength: 60 }), (organizations) => {
      const places = organizations.map((organization, at) => ({ place: at + 1, group: null, organization }))
      const filled = filledGroups(places)
      expect(Object.keys(filled)).toHaveLength(places.length)
      const sizes = sizesOf(Object.values(filled))
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(6)
      expect(sizes).toHaveLength(Math.ceil(places.length / 6))
    }),
  )
  const alone = Array.from({ length: 13 }, (_, at) => ({ place: at + 1, group: null, organization: null }))
  expect(sizesOf(Object.values(filledGroups(alone)))).toEqual([4, 4, 5])
})

it('given colleagues, then they are in different groups while there are enough', () => {
  const places = Array.from({ length: 12 }, (_, at) => ({
    ...{ place: at + 1, group: null },
    organization: at % 6 < 1 ? 'one' : at % 6 < 2 ? 'two' : null,
  }))
  const filled = filledGroups(places)
  for (const organization of ['one', 'two']) {
    const groups = places
      .filter((each) => each.organization === organization)
      .map(({ place }) => filled[place])
    expect(new Set(groups).size).toBe(2)
  }
})

const cohort = (people: number, groups: Record<number, number>): Cohort =>
  fold('id', [
    { type: 'CohortOpened', data: { ...plan('2033-03-01'), capacity: people + 1 } },
    ...Array.from({ length: people }, (_, at) => ({
      ...{ type: 'PlaceTaken' as const, data: { orderId: `order-${at + 1}`, place: at + 1 } },
    })),
    { type: 'GroupsChanged', data: { groups } },
  ])

it('given a person who is moved, then no other group changes, a full group refuses, and only who is in none is added', () => {
  const seven = cohort(7, { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1 })
  expect(changeGroup(seven, 'order-3', 2)).toEqual([{ type: 'GroupsChanged', data: { groups: { 3: 2 } } }])
  expect(changeGroup(seven, 'order-3', 1)).toEqual([])
  expect(changeGroup(seven, 'order-3', null)).toMatchObject([{ data: { groups: { 3: null } } }])
  expect(() => changeGroup(seven, 'order-7', 1)).toThrow(expect.objectContaining({ code: 'GROUP_FULL' }))
  expect(() => changeGroup(seven, 'order-8', 1)).toThrow(
    expect.objectContaining({ code: 'PARTICIPATION_NOT_FOUND' }),
  )
  const places = Array.from({ length: 7 }, (_, at) => ({ place: at + 1, group: null, organization: null }))
  expect(fillGroups(seven, places)).toEqual([{ type: 'GroupsChanged', data: { groups: { 7: 2 } } }])
})

import { describe, expect, it } from 'vitest'
import { prepareItem } from '#platform/event-log/append-call.ts'
import { type AppendOutcome, GroupCommits } from '#platform/event-log/group-commit.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { item } from './test-log.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Groups of at most `most`, each of which ends when the test says so. */
function groups(most: number) {
  const underWay: { streams: string[]; end(): void }[] = []
  const commits = new GroupCommits(
    (items) =>
      new Promise<AppendOutcome[]>((resolve) => {
        underWay.push({
          streams: items.map(({ item }) => item.stream),
          end: () => resolve(items.map((_, n) => ({ version: 1, positions: [n], duplicate: false }))),
        })
      }),
    most,
  )
  const append = (stream: string) => commits.append(prepareItem(item(stream, 0), new RandomIds()))
  return { underWay, append }
}

describe('groups of appends', () => {
  it('given more appends at once than one group holds, then a second group is on its way before the first ends', async () => {
    const { underWay, append } = groups(4)
    const appended = Promise.all(Array.from({ length: 8 }, (_, n) => append(`stream-${n}`)))
    await turn()
    expect(underWay.map(({ streams }) => streams.length)).toEqual([4, 4])

    for (const { end } of underWay) end()
    expect(await appended).toHaveLength(8)
  })

  it('given few appends while a group is under way, then they wait and share the next one', async () => {
    const { underWay, append } = groups(8)
    const first = append('stream-1')
    await turn()
    const later = [append('stream-2'), append('stream-1')]
    await turn()
    expect(underWay.map(({ streams }) => streams)).toEqual([['stream-1']])

    underWay[0]!.end()
    await first
    await turn()
    await turn()
    expect(underWay[1]?.streams).toEqual(['stream-2', 'stream-1'])
    underWay[1]!.end()
    await Promise.all(later)
  })

  it('given two appends to one stream, then they are never in one group, nor in two at the same time', async () => {
    const { underWay, append } = groups(2)
    const appended = [append('same'), append('same'), append('same')]
    await turn()
    for (let ended = 0; ended < 3; ended += 1) {
      expect(underWay.map(({ streams }) => streams)).toEqual(
        Array.from({ length: ended + 1 }, () => ['same']),
      )
      underWay[ended]!.end()
      await turn()
      await turn()
    }
    await Promise.all(appended)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictsOf, defaultSide, mergeTrees, same } from '../../apps/web/src/staff/draft/three-way.ts'

const tree = (title: string, book: string, slides: { id: string; text: string }[]) => ({
  pages: [{ route: '/home', title, sections: [{ id: 'book', fields: { title: book, slides } }] }],
})
const [one, two] = [
  { id: 'item-1', text: 'One' },
  { id: 'item-2', text: 'Two' },
]
const base = tree('Home', 'Book', [one, two])

describe('two people saving at once (M-163)', () => {
  test('given changes to different fields, then the merge keeps both without asking', () => {
    const mine = tree('Start', 'Book', [one, two])
    const theirs = tree('Home', 'Novel', [one, two])
    expect(conflictsOf(base, mine, theirs).map(({ path, changedBy }) => [path, changedBy])).toEqual([
      ['/home › title', 'mine'],
      ['/home › book › title', 'theirs'],
    ])
    expect(mergeTrees(base, mine, theirs, defaultSide)).toEqual(tree('Start', 'Novel', [one, two]))
  })

  test('given the same field changed by both, then the choice decides it', () => {
    const mine = tree('Mine', 'Book', [one, two])
    const theirs = tree('Theirs', 'Book', [one, two])
    expect(conflictsOf(base, mine, theirs)).toEqual([
      {
        path: '/home › title',
        steps: ['pages', '/home', 'title'],
        base: 'Home',
        mine: 'Mine',
        theirs: 'Theirs',
        changedBy: 'both',
      },
    ])
    expect(mergeTrees(base, mine, theirs, () => 'theirs')).toEqual(theirs)
    expect(mergeTrees(base, mine, theirs, () => 'mine')).toEqual(mine)
  })

  test('given one moves entries and the other edits and adds, then both come through', () => {
    const mine = tree('Home', 'Book', [two, one])
    const theirs = tree('Home', 'Book', [{ ...one, text: 'Uno' }, two, { id: 'item-3', text: 'Three' }])
    const merged = mergeTrees(base, mine, theirs, defaultSide)
    expect(merged).toEqual(
      tree('Home', 'Book', [two, { ...one, text: 'Uno' }, { id: 'item-3', text: 'Three' }]),
    )
  })

  test('given one removes an entry that the other left alone, then it stays removed', () => {
    const mine = tree('Home', 'Book', [one])
    expect(mergeTrees(base, mine, tree('Home', 'Novel', [one, two]), defaultSide)).toEqual(
      tree('Home', 'Novel', [one]),
    )
  })

  test('given keys in another order, as the database returns them, then nothing differs', () => {
    expect(same({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
    expect(conflictsOf({ a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  })

  test.each(['valueOf', 'toString', 'constructor', '__proto__'])(
    'given a field called %s, which every object inherits, then it is a field like any other',
    (name) => {
      const named = JSON.parse(`{"${name}":"mine"}`) as unknown
      expect(same({}, named)).toBe(false)
      expect(conflictsOf({}, named, {}).map(({ changedBy }) => changedBy)).toEqual(['mine'])
      expect(
        same(
          mergeTrees({}, named, {}, () => 'mine'),
          named,
        ),
      ).toBe(true)
      expect(
        same(
          mergeTrees({}, named, {}, () => 'theirs'),
          {},
        ),
      ).toBe(true)
    },
  )

  test('given any three trees, then keeping one side whole gives exactly that side', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (before, mine, theirs) => {
        expect(
          same(
            mergeTrees(before, mine, theirs, () => 'mine'),
            mine,
          ),
        ).toBe(true)
        expect(
          same(
            mergeTrees(before, mine, theirs, () => 'theirs'),
            theirs,
          ),
        ).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

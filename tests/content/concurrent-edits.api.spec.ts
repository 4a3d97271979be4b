import { describe, expect, it } from 'vitest'
import { defaultSide, mergeTrees } from '../../apps/web/src/staff/draft/three-way.ts'
import type { Tree } from '../../src/modules/content/sections/tree.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

const edits = process.env.LONG === '1' ? 1_000 : 25

interface Loaded {
  pages: Tree['pages']
  version: number
}

/** One editor at the screen: what was loaded, and what has been typed since. */
interface Editor {
  client: HttpClient
  base: Loaded
  draft: Tree['pages']
}

const placeOf = (page: Tree['pages'][number], field: 'title' | 'description') => `${page.route} ${field}`

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('two editors', () => {
  const app = given(startApp)

  it(`given ${edits} edits by two at random, when both save as the screen does, then none is silently lost (M-163)`, async () => {
    const next = numbersFrom(20_261_121)
    const load = async (client: HttpClient): Promise<Loaded> => (await client.get('/api/cms/admin')).body
    const editors: Editor[] = await Promise.all(
      [app.staff(), app.staff()].map(async (signingIn) => {
        const client = await signingIn
        const base = await load(client)
        return { client, base, draft: base.pages }
      }),
    )
    /** What each place must hold at the end: the edit that was acknowledged last, or that a person chose over it. */
    const expected = new Map<string, { version: number; words: string }>()
    const figures = { saved: 0, conflicts: 0, overruledKnowingly: 0 }

    for (let n = 0; n < edits; n += 1) {
      // Both type before either saves, most of the time: that is where edits get lost.
      const typing = next() < 0.7 ? editors : [editors[Math.floor(next() * 2)]!]
      const typed = typing.map((editor) => {
        const index = Math.floor(next() * editor.draft.length)
        const field = next() < 0.5 ? 'title' : 'description'
        const words = `edit ${n} of ${editors.indexOf(editor)}`
        editor.draft = editor.draft.with(index, { ...editor.draft[index]!, [field]: words })
        return editor
      })
      await Promise.all(typed.map((editor) => save(editor)))
    }
    for (const editor of editors) await save(editor)

    const { pages } = await load(editors[0]!.client)
    for (const page of pages) {
      for (const field of ['title', 'description'] as const) {
        const must = expected.get(placeOf(page, field))
        if (must !== undefined) expect(page[field], placeOf(page, field)).toBe(must.words)
      }
    }
    console.info(`two editors: ${edits} rounds, ${JSON.stringify(figures)}, 0 silently lost`)
    expect(figures.conflicts).toBeGreaterThan(edits / 10)

    async function save(editor: Editor): Promise<void> {
      for (;;) {
        const { base, draft } = editor
        const sent = { pages: draft, version: base.version }
        const answer = await editor.client.put('/api/cms', sent)
        if (answer.status === 200) {
          note(base.pages, draft, answer.body.version)
          figures.saved += 1
          editor.base = { pages: draft, version: answer.body.version }
          return
        }
        expect(answer.status).toBe(409)
        figures.conflicts += 1
        const theirs = { pages: answer.body.pages as Tree['pages'] }
        // What the other saved must be in the refusal, whole: nobody merges what he is not shown.
        const merged = mergeTrees<{ pages: Tree['pages'] }>(
          { pages: base.pages },
          { pages: draft },
          theirs,
          (conflict) => {
            if (conflict.changedBy === 'both') figures.overruledKnowingly += 1
            return defaultSide(conflict)
          },
        )
        editor.base = { pages: theirs.pages, version: answer.body.version }
        editor.draft = merged.pages
      }
    }

    function note(base: Tree['pages'], saved: Tree['pages'], version: number): void {
      for (const [index, page] of saved.entries()) {
        for (const field of ['title', 'description'] as const) {
          if (page[field] === base[index]?.[field]) continue
          const place = placeOf(page, field)
          if ((expected.get(place)?.version ?? 0) < version)
            expected.set(place, { version, words: page[field] ?? '' })
        }
      }
    }
  }, 1_800_000)
})

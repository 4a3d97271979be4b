import { expect, test } from 'vitest'
import { films } from '../../scripts/videos/films.ts'
import { chapters } from '../../scripts/whitepaper/chapters/index.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

/** The texts that were specified are American; "cancelled" is one of them, and so it stands everywhere. */
const british =
  /\b\w*(?:behaviour|practis|organis|programmes?\b|colour|favour|honour|labour|rumour|recognis|realis(?:e|ing)|e-mail|enrol\b|centre|towards\b|judgement)\w*/gi

test.each([
  ['the built-in content', baseTemplate],
  ['the whitepaper', chapters('Veralead')],
  ['the films', films],
])('given %s, when its words are read, then they are spelled as the specified ones are', (_, texts) => {
  const words = JSON.stringify(texts, (key, value) => (key === 'colour' ? undefined : (value as unknown)))
  expect(words.length).toBeGreaterThan(1_000)
  expect(words.match(british) ?? []).toEqual([])
})

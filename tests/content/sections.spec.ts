import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { Background, Colour, MediaPath, Size } from '../../src/modules/content/sections/primitives.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'

const hostile = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'url(https://evil.example/x)',
  'red; background: url(//evil.example)',
  'expression(alert(1))',
  '#fff/*',
  '\\75rl(x)',
  '//evil.example/x.svg',
  '/\\evil.example/x.svg',
  '../../etc/passwd.svg',
  'a/../../b.png',
  'http://evil.example/x.png',
  'https://evil.example@good.example/x.png?q=<script>',
  'var(--x)',
  'calc(1px + 1px)',
  '"><script>alert(1)</script>',
  '',
  ' ',
]

describe('the allow-lists of content', () => {
  it.each(hostile)('given %j, then neither colour, gradient, size nor media takes it', (value) => {
    for (const schema of [Colour, Background, Size, MediaPath])
      expect(schema.safeParse(value).success).toBe(false)
  })

  it('given what editors need, then it passes', () => {
    for (const colour of [
      '#fff',
      '#A8520F',
      '#A8520F80',
      'rgb(168, 82, 15)',
      'rgba(0, 0, 0, 0.4)',
      'hsl(20 80% 36%)',
      'transparent',
      'white',
    ]) {
      expect(Colour.safeParse(colour).success, colour).toBe(true)
    }
    expect(Background.safeParse('linear-gradient(135deg, #FAF7F2 0%, #F1EBE1 100%)').success).toBe(true)
    expect(Background.safeParse('radial-gradient(circle, #fff, rgb(0, 0, 0))').success).toBe(true)
    for (const size of ['18px', '1.5rem', '200px', '90%'])
      expect(Size.safeParse(size).success, size).toBe(true)
    for (const path of ['art/keel.svg', 'welcome.mp4', 'https://assets.example/assets/hero.webp']) {
      expect(MediaPath.safeParse(path).success, path).toBe(true)
    }
  })

  it('given an adversarial string of 100 kB, then each pattern refuses it in linear time', () => {
    const long = `linear-gradient(${'red '.repeat(25_000)}`
    for (const schema of [Colour, Background, Size, MediaPath])
      expect(schema.safeParse(long).success).toBe(false)
  })

  it('given an unknown key anywhere, then it is refused and its path is named (M-158)', () => {
    const tree = structuredClone(baseTemplate) as unknown as {
      pages: { sections: { fields: Record<string, unknown> }[] }[]
    }
    tree.pages[0]!.sections[0]!.fields.onload = 'alert(1)'
    const issue = Tree.safeParse(tree).error?.issues[0]
    expect(issue?.path.slice(0, 4)).toEqual(['pages', 0, 'sections', 0])
    expect(issue?.message).toContain('onload')
  })
})

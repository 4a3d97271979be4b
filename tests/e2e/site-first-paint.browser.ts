import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { site } from './person.ts'

const publicPages = [
  '/',
  '/aboutus',
  '/certification',
  '/certification/program-details',
  '/leadership-cost-calculator',
  '/terms',
  '/privacy',
]

test.use({ viewport: { width: 412, height: 823 } })

for (const where of publicPages)
  test(`given ${where} on a phone, then two faces come before the first paint, and the others when it is on the screen, and move nothing`, async ({
    page,
  }) => {
    const early: string[] = []
    const late: string[] = []
    page.on('request', (request) => {
      const [, face = ''] = /\/(\w+)-[\w-]+\.woff2$/.exec(request.url()) ?? []
      if (face !== '') (face === 'display' || face === 'italic' ? late : early).push(face)
    })
    let arrive: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/(?:display|italic)-[\w-]+\.woff2$/, async (route) => {
      expect(await page.evaluate('document.readyState')).toBe('complete')
      await held
      await route.continue()
    })
    // The browser reports its first paint only when it was idle three times, as on a slow screen.
    await page.addInitScript(`
      globalThis.order = []
      const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
      const painted = new Promise((resolve) => addEventListener('load', resolve))
        .then(idle).then(idle).then(idle).then(() => order.push('painted'))
      globalThis.PerformanceObserver = class extends PerformanceObserver {
        constructor(take) {
          super((list, observer) => void painted.then(() => take(list, observer)))
        }
      }
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const { rel } of addedNodes) if (rel) order.push(rel)
      }).observe(document, { childList: true, subtree: true })
      globalThis.moved = 0
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) globalThis.moved += shift.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(site(where))
    const faces = (status: string): Promise<string[]> =>
      page.evaluate(
        `[...document.fonts].filter((face) => face.status === '${status}').map(({ family, style }) => family.replaceAll('"', '') + ' ' + style)`,
      )
    await expect.poll(() => faces('loading')).toContain('Newsreader normal')
    expect(early.sort()).toEqual(['heading', 'sans'])
    const order = await page.evaluate<string[]>('order')
    expect(order.slice(order.indexOf('painted'))).toContain('stylesheet')
    expect(order.slice(0, order.indexOf('painted'))).not.toContain('stylesheet')
    // Two frames: the words have been laid out again by then.
    const settled = (): Promise<number> =>
      page.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.moved))))',
      )
    const before = await settled()
    arrive()
    await expect.poll(() => faces('loading')).toEqual([])
    expect(await faces('loaded')).toContain('Newsreader normal')
    expect((await settled()) - before).toBeLessThanOrEqual(0.01)
    expect(late.length).toBe(new Set(late).size)
    // A period between digits has space on both sides; letters are kerned.
    const kerned = (text: string): Promise<boolean> =>
      page.evaluate(`(() => {
        const canvas = document.createElement('canvas').getContext('2d')
        canvas.font = '64px "Instrument Sans"'
        const width = (kerning) => Object.assign(canvas, { fontKerning: kerning }).measureText('${text}').width
        return width('normal') !== width('none')
      })()`)
    for (const text of ['1.1', '7,1', '.o']) expect(await kerned(text), text).toBe(false)
    expect(await kerned('To')).toBe(true)
  })

for (const scrolls of [false, true])
  test(`given a picture of the first screen on a slow line, then no other picture is fetched beside it until ${scrolls ? 'the visitor scrolls' : 'it is there'}`, async ({
    page,
  }) => {
    const others: string[] = []
    page.on('request', (request) => {
      if (/\.svg$/.test(request.url())) others.push(new URL(request.url()).pathname)
    })
    let arrive: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/art/slide-keel.svg', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(site('/'), { waitUntil: 'commit' })
    const frames = `new Promise((resolve) => {
      const next = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)))
      next(30)
    })`
    await page.evaluate(frames)
    expect(others).toEqual(['/assets/art/slide-keel.svg'])
    if (scrolls) await page.mouse.wheel(0, 10)
    else arrive()
    await expect.poll(() => others).toContain('/assets/art/portrait-1.svg')
    arrive()
    await expect(page.locator('html[data-unloaded]')).toHaveCount(0)
  })

test('given the film of the program, then its poster is the smallest file that is sharp here, and the player shows the same one', async ({
  page,
}) => {
  const posters: string[] = []
  page.on('request', (request) => {
    const [name] = /intro[\w-]*\.(?:avif|webp)$/.exec(request.url()) ?? []
    if (name) posters.push(name)
  })
  await page.goto(site('/certification/program-details'))
  await page.locator('#film').scrollIntoViewIfNeeded()
  const still = page.locator('#film img')
  await expect
    .poll(() => still.evaluate<string, { currentSrc: string }>((image) => image.currentSrc))
    .toMatch(/\/intro-480\.avif$/)
  await page.getByRole('button', { name: /^Play video/ }).click()
  await expect(page.locator('#film video')).toHaveAttribute('poster', /\/intro-480\.avif$/)
  expect(new Set(posters)).toEqual(new Set(['intro-480.avif']))

  await test.step('wider windows get a wider one', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await page.locator('#film').scrollIntoViewIfNeeded()
    await expect
      .poll(() => still.evaluate<string, { currentSrc: string }>((image) => image.currentSrc))
      .toMatch(/\/intro-960\.avif$/)
  })
})

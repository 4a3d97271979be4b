import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

/** What a finger or a key does, and what it must leave behind, by the place of the control among those of its kind. */
interface Target {
  kind: 'field' | 'toggle' | 'detail' | 'choice'
  at: number
  /** Of choices and of answers that close each other: their group; of a field: the kind of keyboard it asks for. */
  group: string
}

/** Nothing but text: there the menu is opened. */
const readOnly = ['/aboutus', '/terms', '/privacy']

const long = process.env.LONG === '1'
const acts = long ? 200 : 12
const seed = Number(process.env.SEED ?? 20_261_122)
const pages = long
  ? [
      '/',
      ...readOnly,
      '/certification',
      '/certification/program-details',
      '/leadership-cost-calculator',
      '/login',
      '/signup',
      '/forgot-password',
    ]
  : ['/']

const selectors = {
  field:
    'main form :is(input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="password"]), textarea)',
  toggle: 'main button[aria-expanded]:not([aria-haspopup])',
  detail: 'main details > summary',
  choice: 'main :is(input[type="radio"], button[aria-label^="Show slide"])',
} as const

/** Runs in the page: what can be pressed, where one of it is after it was brought into view, and what a press hit. */
const inPage = `globalThis.early = {
  of: (kind) => [...document.querySelectorAll(${JSON.stringify(selectors)}[kind])],
  list: () => Object.keys(${JSON.stringify(selectors)}).flatMap((kind) => early.of(kind).flatMap((element, at) =>
    element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0 && !element.closest('[inert], [aria-hidden]')
      ? [{ kind, at, group: early.group(kind, element) }] : [])),
  group: (kind, element) => kind === 'choice' ? element.name || 'slides' : kind === 'detail' ? element.parentElement.name : element.inputMode,
  place: (kind, at) => {
    const element = early.of(kind)[at]
    const seen = kind === 'choice' && element.tagName === 'INPUT' ? element.closest('label') : element
    seen.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = seen.getBoundingClientRect()
    const spot = [x + Math.min(width / 2, 60), y + height / 2]
    const hit = document.elementFromPoint(...spot)
    return hit && (seen.contains(hit) || hit.contains(seen)) ? spot : null
  },
  hit: (pressed) => early.list().find(({ kind, at }) => {
    const element = early.of(kind)[at]
    return element.contains(pressed) || (kind === 'choice' && element.closest('label')?.contains(pressed))
  }),
  state: (kind, at) => {
    const element = early.of(kind)[at]
    if (kind === 'field') return element.value
    if (kind === 'toggle') return element.getAttribute('aria-expanded') === 'true'
    if (kind === 'detail') return element.parentElement.open
    return element.tagName === 'INPUT' ? element.checked : element.getAttribute('aria-current') === 'true'
  },
  closesAlone: (at) => early.of('toggle')[at].getAttribute('aria-controls')?.startsWith('step-') ?? false,
}
addEventListener('pointerdown', ({ target }) => { early.pressed = early.hit(target) }, true)`

/** Park and Miller's generator: the same acts for the same seed. */
function randomFrom(start: number): (below: number) => number {
  let state = start % 2_147_483_647
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

async function slowPhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const rate = 700_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as object)

for (const path of pages)
  test(`given ${path} on a slow phone, when it is touched at random from its first paint on, then nothing is lost or doubled (seed ${seed})`, async ({
    page,
  }) => {
    test.setTimeout(long ? 480_000 : 120_000)
    const problems = watchPage(page)
    const random = randomFrom(seed + path.length)
    await page.addInitScript(inPage)
    await slowPhone(page)
    await page.goto(site(path), { waitUntil: 'commit' })
    await expect
      .poll(() => page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint').length`))
      .toBe(1)
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (readOnly.includes(path)) {
      await menu.tap()
      await expect(page.getByRole('dialog')).toBeVisible({ timeout: 60_000 })
      await expect(menu.and(page.locator('[data-pressed]'))).toHaveCount(0)
      expect(problems).toEqual([])
      return
    }
    await expect.poll(() => page.evaluate<number>('early.list().length'), { timeout: 30_000 }).not.toBe(0)
    const targets = await page.evaluate<Target[]>('early.list()')
    const wanted = new Map<string, { target: Target; value: string | boolean }>()
    const keyOf = ({ kind, at }: Target): string => `${kind} ${at}`
    // A card of the timeline closes when the focus leaves it.
    const closeOthers = async (key: string): Promise<void> => {
      for (const [other, { target: open }] of wanted)
        if (other !== key && open.kind === 'toggle' && (await closesAlone(page, open.at)))
          wanted.set(other, { target: open, value: false })
    }
    let focused = ''
    let done = 0
    for (let tries = 0; done < acts && tries < acts * 3; tries += 1) {
      const aim = targets[random(targets.length)]
      if (!aim) break
      const spot = await page.evaluate<[number, number] | null>(`early.place('${aim.kind}', ${aim.at})`)
      if (!spot) continue
      // By mouse: Chromium takes two quick taps near each other for a double tap, which moves the focus, not the caret.
      if (focused !== keyOf(aim) || aim.kind !== 'field') await page.mouse.click(...spot)
      // What is below a message that comes or goes may have moved away from under the press.
      const target = await page.evaluate<Target | undefined>('early.pressed')
      focused = target ? keyOf(target) : ''
      if (!target) continue
      done += 1
      const key = focused
      const before = wanted.get(key)?.value
      await closeOthers(key)
      if (target.kind === 'field') {
        const sign = (target.group === '' ? 'abcdefg' : '1234567').charAt(random(7))
        await page.keyboard.press('End')
        await page.keyboard.press(sign)
        wanted.set(key, { target, value: `${before ?? ''}${sign}` })
      } else {
        for (const other of targets)
          if (target.group !== '' && other.kind === target.kind && other.group === target.group)
            wanted.set(keyOf(other), { target: other, value: false })
        wanted.set(key, { target, value: target.kind === 'choice' || !(before ?? false) })
      }
    }
    expect(done).toBe(acts)
    await page.keyboard.press('Shift')
    await expect(page.locator('#root')).toHaveAttribute('data-hydrated', '', { timeout: 60_000 })
    const sections = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-section]')].map(({ dataset }) => dataset.section)`,
    )
    for (const name of sections) {
      const section = page.locator(`[data-section="${name}"]`)
      await section.scrollIntoViewIfNeeded()
      await expect(section).toHaveAttribute('data-hydrated', '', { timeout: 60_000 })
    }
    // The page redraws its fields from what it has received.
    const field = targets.find(({ kind }) => kind === 'field')
    if (field) {
      await page.locator(selectors.field).nth(field.at).focus()
      await closeOthers(keyOf(field))
      await page.keyboard.press('End')
      const sign = field.group === '' ? 'a' : '1'
      await page.keyboard.press(sign)
      wanted.set(keyOf(field), { target: field, value: `${wanted.get(keyOf(field))?.value ?? ''}${sign}` })
    }
    const found = async (): Promise<string[]> => {
      const wrong: string[] = []
      for (const [key, { target, value }] of wanted) {
        const is = await page.evaluate<string | boolean>(`early.state('${target.kind}', ${target.at})`)
        const same =
          typeof is === 'string' ? is.toLowerCase().replace(/[^\da-z]/g, '') === value : is === value
        if (!same) wrong.push(`${key}: ${is} instead of ${value}`)
      }
      return wrong
    }
    await expect.poll(found, { timeout: 20_000 }).toEqual([])
    expect(problems).toEqual([])
  })

const closesAlone = (page: Page, at: number): Promise<boolean> =>
  page.evaluate<boolean>(`early.closesAlone(${at})`)

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { noteDelays, takeDelays } from './delays.ts'
import { site, touch, watchPage } from './person.ts'
import { test } from './visitor.ts'

const formData = {
  companySize: '250',
  avgCompensation: '80,000',
  turnoverRate: '20',
  disengagementPercent: '30',
  productivityLoss: '10',
  hiringDelay: '6',
  rndBudget: '1000000',
  revenueLost: '100000',
}

async function saved(page: Page, value: unknown): Promise<void> {
  const text = JSON.stringify(JSON.stringify(value))
  await page.addInitScript(`
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('leadershipCostData', ${text})
    }
  `)
}
const results = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your Estimated Cost of Inauthentic Leadership' })

test('without sources and without an answer of the server the result is the plain sum, and nobody is bothered (M-374, M-377, M-378, M-380, M-392, M-393, M-400, M-401, M-411)', async ({
  page,
}) => {
  let stop = (): void => undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  await page.route('**/api/leadership/**', async (route) => {
    await stopped
    await route.abort()
  })
  await page.goto(site('/leadership-cost-calculator'))
  await expect(page.getByText('Loading sources...', { exact: true })).toHaveCount(6)
  stop()
  await expect(page.getByText('No sources available', { exact: true })).toHaveCount(6)
  const without = page.getByText('No sources available', { exact: true }).locator('xpath=..').locator('input')
  expect(
    await without.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')).sort()),
  ).toEqual([
    ...['disengagementPercent', 'hiringDelay', 'productivityLoss'],
    ...['revenueLost', 'rndBudget', 'turnoverRate'],
  ])
  for (const [name, value] of Object.entries(formData)) await page.locator(`input[name=${name}]`).fill(value)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(results(page)).toBeVisible()
  await expect(page.getByText('$10,651,538').first()).toBeVisible()
  await expect(page.getByText('per year, without overlap adjustment')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
  const kept = () => page.evaluate<string>("localStorage.getItem('leadershipCostData')")
  expect(JSON.parse(await kept())).toEqual({ formData })
  const button = page.getByRole('button', { name: 'Download PDF' })
  await button.click()
  await expect(
    page.getByText('The report was not downloaded. Please check your connection and try again.'),
  ).toBeVisible()
  await expect(button).toBeFocused()
  await page.unroute('**/api/leadership/**')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe('leadership-cost.pdf')
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await test.step('nor with an answer that reports no success', async () => {
    const wrong = { success: false, tilci: 7, breakdown: {} }
    await page.route('**/api/leadership/calculate', (route) => route.fulfill({ json: wrong }))
    await page.getByRole('link', { name: 'Back to Calculator', exact: true }).click()
    await page.locator('input[name=companySize]').fill('251')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(site('/leadership-cost-results'))
    await expect
      .poll(async () => JSON.parse(await kept()))
      .toEqual({
        formData: { ...formData, companySize: '251' },
      })
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
  })
})

test('with nothing saved, torn text or another shape, the results lead to the calculator (M-402)', async ({
  page,
}) => {
  for (const [what, text] of [
    ['nothing', null],
    ['torn text', '{"formData":{"companySize"'],
    ['another shape', '{"formData":7}'],
  ] as const) {
    if (text !== null)
      await page.evaluate(`localStorage.setItem('leadershipCostData', ${JSON.stringify(text)})`)
    const visited = await page.evaluate<number>('history.length')
    await page.goto(site('/leadership-cost-results'))
    await expect(page, what).toHaveURL(site('/leadership-cost-calculator'))
    await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
    // Going back does not lead to the results, and from there to here again.
    expect(await page.evaluate<number>('history.length'), what).toBe(visited + 1)
  }
})

test('unfinished figures and sources are there after Back, and "Start Over" empties them (M-400, M-429)', async ({
  page,
}) => {
  const field = (name: string) => page.locator(`input[name=${name}]`)
  await page.goto(site('/leadership-cost-calculator'))
  await touch(page)
  await field('companySize').fill('250')
  await field('avgCompensation').fill('85000')
  await page.goto(site('/terms'))
  await page.goBack()
  await expect(field('companySize')).toHaveValue('250')
  await expect(field('avgCompensation')).toHaveValue('85000')
  for (const [name, value] of Object.entries(formData)) await field(name).fill(value)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(results(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Calculator', exact: true }).click()
  await field('companySize').fill('300')
  await page.goBack()
  await page.getByRole('button', { name: 'Start Over' }).click()
  await expect(field('companySize')).toHaveValue('')
})

test('with storage denied the result is shown and Back keeps the figures (M-400)', async ({ page }) => {
  await page.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })
  `)
  await page.goto(site('/leadership-cost-calculator'))
  for (const [name, value] of Object.entries(formData)) await page.locator(`input[name=${name}]`).fill(value)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(results(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Calculator', exact: true }).click()
  await expect(page.locator('input[name=avgCompensation]')).toHaveValue(formData.avgCompensation)
})

test('a refused clipboard shows the text, a blocked window its link, and every share says the total only (M-418 to M-428, M-463)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await saved(page, { formData, selectedFactors: {} })
  await noteDelays(page)
  await page.addInitScript(`
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => { throw new Error('refused') }
    window.opened = []
    window.windows = []
    window.blocked = false
    window.open = (address, target, features) => {
      window.opened.push(address + ' ' + features)
      return window.blocked ? null : window.windows[window.windows.push({ opener: window }) - 1]
    }
  `)
  await page.goto(site('/leadership-cost-results'))
  await expect(results(page)).toBeVisible()
  const card = page.getByRole('region', { name: 'Share what you found', exact: true })
  await expect(card.getByRole('heading', { level: 3 })).toHaveText([
    'Professional Network',
    'Industry Impact',
    'Thought Leadership',
  ])
  await expect(card.getByRole('button')).toHaveText([
    ...['Twitter/X', 'LinkedIn', 'WhatsApp', 'Email', 'Instagram'],
    'Copy link to this result',
  ])
  await expect(
    page.getByText("Just discovered my organization's leadership cost: $10,651,538 annually..."),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Share what you found', exact: true })).toBeVisible()
  await expect(
    page.getByText('Only the total is shared. Your inputs are not.', { exact: true }),
  ).toBeVisible()
  await expect(page.locator('blockquote')).toHaveText(
    `Just discovered my organization's leadership cost: $10,651,538 annually... Veralead ${site('/leadership-cost-calculator')}`,
  )
  const opened = () => page.evaluate<string[]>('window.opened')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Twitter/X', exact: true }).click()
  await page.getByRole('button', { name: 'WhatsApp', exact: true }).click()
  const [x, whatsapp] = await opened()
  const said = `Just discovered my organization's leadership cost: $10,651,538 annually... Veralead`
  const link = site('/leadership-cost-calculator')
  const wa = `${said} ${link}`
  /** Where a window was opened, with what, and how large. */
  const window = (asked: string | undefined) => {
    const [address = '', features] = asked?.split(' ') ?? []
    const { origin, pathname, searchParams } = new URL(address)
    return [`${origin}${pathname}`, Object.fromEntries(searchParams), features]
  }
  const size = 'popup,width=600,height=400'
  expect(window(x)).toEqual(['https://twitter.com/intent/tweet', { url: link, text: said }, size])
  expect(window(whatsapp)).toEqual(['https://wa.me/', { text: wa }, size])
  expect([x, whatsapp].join()).not.toContain('companySize')
  expect(await page.evaluate('window.windows.map(({ opener }) => opener)')).toEqual([null, null])

  // The mail program is not the browser's: what it would be given is reported by the browser's own tools.
  const tools = await page.context().newCDPSession(page)
  await tools.send('Page.enable')
  const mail = new Promise<URL>((resolve) => {
    tools.on('Page.frameRequestedNavigation', ({ url }) => resolve(new URL(url)))
  })
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  const { protocol, searchParams } = await mail
  expect(protocol).toBe('mailto:')
  expect(searchParams.get('subject')).toBe('The cost of leadership gaps')
  expect(searchParams.get('body')).toBe(`${said}\n\n${link}`)

  await takeDelays(page)
  await page.getByRole('button', { name: 'LinkedIn', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Copy this text', exact: true })).toBeVisible()
  expect(await takeDelays(page), 'after the window of LinkedIn').toContain(500)
  expect(window((await opened())[2])).toEqual([
    'https://www.linkedin.com/sharing/share-offsite/',
    { url: link, title: said, summary: wa },
    size,
  ])
  await expect(dialog.getByText('Paste it into the LinkedIn window.', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Text to copy', { exact: true })).toHaveValue(wa)
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'a text to copy')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Instagram', exact: true }).click()
  await expect(
    dialog.getByRole('heading', { name: 'Copy this text for Instagram', exact: true }),
  ).toBeVisible()
  await expect(dialog.getByLabel('Text to copy', { exact: true })).toHaveValue(wa)
  const steps = [
    'Open the Instagram app.',
    'Create a post or a story.',
    'Paste the text.',
    'Add the link to the calculator.',
  ]
  await expect(dialog.getByRole('listitem')).toHaveText(steps)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)

  await test.step('a browser that copies says so instead of showing the text (M-423, M-425)', async () => {
    for (const [platform, heading, copies] of [
      ['LinkedIn', 'Text copied', 'navigator.clipboard.writeText = async (text) => { window.copied = text }'],
      [
        'Instagram',
        'Text copied for Instagram',
        // The clipboard refuses, the hidden text area is copied from.
        `navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
         document.execCommand = () => {
           const { value, selectionEnd, clientHeight } = document.querySelector('body > textarea')
           // Selected as a whole, and not to be seen.
           window.copied = clientHeight <= 1 ? value.slice(0, selectionEnd) : 'seen'
           return true
         }`,
      ],
    ] as const) {
      await page.evaluate(`window.copied = ''; ${copies}`)
      await page.getByRole('button', { name: platform, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await expect(dialog.getByLabel('Text to copy')).toHaveCount(0)
      if (platform === 'LinkedIn')
        await expect(dialog).toContainText('Your post text was copied. Paste it into the LinkedIn window.')
      else await expect(dialog.getByRole('listitem')).toHaveText(steps)
      expect(await page.evaluate('window.copied')).toBe(wa)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toHaveCount(0)
    }
  })

  expect(await opened(), 'a window of LinkedIn again, none of Instagram').toHaveLength(4)
  await page.evaluate('window.blocked = true')
  await page.getByRole('button', { name: 'WhatsApp', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'The window was blocked' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Open the window' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me/,
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  // No scheduler is configured: neither its button nor anything of a third party is there.
  await expect(page.getByRole('button', { name: 'Ready to reverse the cost ?' })).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a visitor asks for the report by mail: the figures leave only then', async ({ page }) => {
  await saved(page, { formData, selectedFactors: {} })
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/performance/load'))
      posted.push(request.url())
  })
  await page.goto(site('/leadership-cost-results'))
  await expect(results(page)).toBeVisible()
  await page.getByRole('button', { name: 'Email the report' }).click()
  expect(posted).toEqual([])
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'the report by e-mail')
  const email = `report-${Date.now().toString(36)}@example.com`
  // At a person's pace: a form that is filled within two seconds is taken for a program's.
  await dialog.getByLabel('Name', { exact: true }).pressSequentially('Ada Byron', { delay: 260 })
  await dialog.getByLabel('Contact Number').fill('+1 555 0100')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Company Name').fill('Analytical Engines')
  await page.route('**/api/leads', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('The report could not be sent.')).toBeVisible()
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('The report is on its way')).toBeVisible()
  await expect
    .poll(async () => {
      const answer = await page.request.get(site(`/api/dev/mail?to=${encodeURIComponent(email)}`))
      return ((await answer.json()) as { mails: { attachments: string[] }[] }).mails[0]?.attachments
    })
    .toEqual(['leadership-cost.pdf'])
})

/** Every word and amount of the bar chart is of a readable size, and whole within the window. */
async function expectReadableChart(page: Page, width: number): Promise<void> {
  const texts = page.getByRole('img', { name: /^Bar chart/ }).locator('svg text')
  await expect(async () => {
    const found = await texts.evaluateAll((all) =>
      all.map((text) => {
        const { left, right } = text.getBoundingClientRect()
        return {
          words: text.textContent,
          left,
          right,
          size: Number.parseFloat(text.ownerDocument.defaultView?.getComputedStyle(text).fontSize ?? ''),
        }
      }),
    )
    // Six names and six amounts, and at least the two ends of the axis.
    expect(found.length).toBeGreaterThanOrEqual(14)
    expect(
      found.filter(({ left, right, size }) => left < 0 || right > width || size < 12),
      `at ${width}`,
    ).toEqual([])
    expect(found.map(({ words }) => words)).toEqual(expect.arrayContaining(['Turnover', '$6,000K', '$462K']))
  }).toPass({ timeout: 10_000 })
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the calculator and its results have no violations and no sideways scroll, ${scheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await saved(page, { formData, selectedFactors: {} })
    for (const path of ['/leadership-cost-calculator', '/leadership-cost-results']) {
      await page.goto(site(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path.endsWith('results')) await expect(page.getByText('The figures as a table')).toBeVisible()
      for (const width of [1440, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await expect
          .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'))
          .toBeLessThanOrEqual(0)
        // In light each width; in dark only the colours differ.
        if (scheme === 'light' || width === 1440) await expectAccessible(page, `${path} at ${width}`)
        if (path.endsWith('results')) await expectReadableChart(page, width)
      }
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await page.getByRole('button', { name: 'Pie Chart' }).click()
    await page.getByRole('slider').fill('60')
    await expectAccessible(page, 'ring and savings')
  })
}

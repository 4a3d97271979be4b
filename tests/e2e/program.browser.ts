import { type Browser, expect, type Page } from '@playwright/test'
import { admin } from '../support/app.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { cardForm, confirmed, expectSound } from './paying.ts'
import { newPerson, type Person, payWith, signUp } from './person.ts'

// The participant's clock; the cohort runs by that of New York.
test.use({ timezoneId: 'Europe/Berlin' })
// One after the other: the dates of both would be shown beside each other.
test.describe.configure({ mode: 'default' })

/** A site of its own: an open date is shown on pages of other journeys. */
let app: SpawnedApp
test.beforeAll(async () => {
  app = await spawnApp()
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

const id = 'c0ffee00-0000-4000-8000-0000000000e2'
const otherId = 'c0ffee00-0000-4000-8000-0000000000e3'
const plan = (startsOn: string) => ({
  startsOn,
  timeZone: 'America/New_York',
  labs: [
    { weekday: 2, time: '12:00', minutes: 90 },
    { weekday: 4, time: '18:00', minutes: 90 },
  ],
  coachingWeeks: [4, 9],
})
const links = {
  join: ['https://meet.example/noon', 'https://meet.example/evening'],
  coaching: '',
  coach: 'Miriam Adler',
}
const material = { title: 'The Blueprint in one page', url: 'https://files.example/blueprint' }

async function send(page: Page, method: 'post' | 'put', path: string, data: object): Promise<void> {
  const answer = await page.request[method](`${app.url}${path}`, { data })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
}

async function staffPage(browser: Browser): Promise<Page> {
  const staff = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await send(staff, 'post', '/api/auth/login', { username: admin.username, password: admin.password })
  return staff
}

/** Signs up and pays for the date. @returns who did */
async function enroll(page: Page, date: RegExp): Promise<Person> {
  const person = newPerson()
  await signUp(page, person, app.url)
  await page.goto(`${app.url}/certification/program-details`)
  await page.getByRole('radio', { name: date }).check()
  await page.getByRole('main').getByRole('button', { name: 'Enroll Now' }).first().click()
  await cardForm(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(confirmed(page)).toBeVisible()
  return person
}

/** How often a lab is said to be held, in any words. */
const howOften = /once a week|twice a week|both times|times of day|(?:choice of|at|run at) \w+ times/g

/** Mail, calendar file, the participant's page, the program page and the terms say the same dates and number of times. */
async function expectSameDates(
  page: Page,
  { email }: Person,
  said: { day: string; weekly: string; often: string; firstLabs: string[] },
): Promise<void> {
  const { day, weekly, often, firstLabs } = said
  const main = page.getByRole('main')
  const saidOften = async () => [...new Set((await main.textContent())?.match(howOften) ?? [])]
  const mails = await page.request.get(`${app.url}/api/dev/mail?to=${encodeURIComponent(email)}`)
  const sent: { subject: string; text: string; attachments: string[] }[] = (await mails.json()).mails
  const mail = sent.find(({ subject }) => subject.startsWith('You are enrolled'))
  expect(mail?.text).toContain(`Your cohort starts: ${day}\n`)
  expect(mail?.text).toContain(`Every week: ${weekly}, New York time\n`)
  expect(mail?.attachments).toContain('program.ics')

  await page.goto(`${app.url}/program`)
  await expect(main).toContainText(`Your cohort runs from ${day}`)
  const weeks = page.getByRole('region', { name: 'The twelve weeks' })
  const labs = weeks.locator('li').filter({ hasText: /^\w{3}, \w{3} \d+, / })
  await expect(labs).toHaveCount(12 * firstLabs.length)
  const calendar = await page.request.get(await page.getByLabel('Private address').inputValue())
  const begins = (await calendar.text()).match(/(?<=^DTSTART:)\S+/gm) ?? []
  expect(begins).toHaveLength(12 * firstLabs.length)
  expect(begins.toSorted().slice(0, firstLabs.length)).toEqual(firstLabs)

  await page.goto(`${app.url}/certification/program-details`)
  await expect(page.getByRole('complementary', { name: 'Your enrollment' })).toContainText(
    `You are enrolled. Your cohort starts ${day}.`,
  )
  expect(await saidOften()).toEqual([often])
  await page.goto(`${app.url}/terms`)
  await expect(main).toContainText('90-day promise')
  expect(await saidOften()).toEqual([])
}

test('whoever pays for a cohort of one time reads the same dates and one time everywhere', async ({
  page,
  browser,
}) => {
  const staff = await staffPage(browser)
  const { labs, ...rest } = plan('2033-03-01')
  const once = 'c0ffee00-0000-4000-8000-0000000000e1'
  await send(staff, 'post', '/api/admin/cohorts', { id: once, ...rest, labs: labs.slice(1), capacity: 3 })
  await expectSameDates(page, await enroll(page, /March 1, 2033/), {
    ...{ day: 'Tuesday, March 1, 2033', weekly: 'Thursdays 6:00 PM', often: 'once a week' },
    firstLabs: ['20330303T230000Z'],
  })
  await send(staff, 'post', `/api/admin/cohorts/${once}/cancel`, {})
  await staff.context().close()
})

test('from the page of the program to the first session, and from what is handed in to an accepted assignment', async ({
  page,
  browser,
}) => {
  test.slow()
  const staff = await staffPage(browser)
  await send(staff, 'post', '/api/admin/cohorts', { id, ...plan('2033-03-01'), capacity: 3 })
  await send(staff, 'post', '/api/admin/cohorts', { id: otherId, ...plan('2034-03-01'), capacity: 3 })
  await send(staff, 'put', `/api/admin/cohorts/${id}/links`, links)
  const weeksOf = `/api/admin/cohorts/${id}/weeks`
  const [week] = (await (await staff.request.get(`${app.url}${weeksOf}`)).json()).weeks
  const recordings = ['https://video.example/noon', 'https://video.example/evening']
  const work = { assignment: 'Ask three people one question.', done: 'You have three answers.' }
  const ofWeekOne = { ...week, ...work, material: [material], recordings }
  await send(staff, 'put', `${weeksOf}/1`, ofWeekOne)

  await expectSameDates(page, await enroll(page, /March 1, 2033/), {
    ...{ day: 'Tuesday, March 1, 2033', weekly: 'Tuesdays 12:00 PM or Thursdays 6:00 PM' },
    ...{ often: 'choice of two times', firstLabs: ['20330301T170000Z', '20330303T230000Z'] },
  })
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Your program' }).click()

  const next = page.getByRole('region', { name: 'Your next live lab' })
  await expect(next).toContainText('Tuesday, March 1, 6:00 PM to 7:30 PM')
  await expect(next.getByRole('timer')).toContainText(/Begins in \d+ days/)
  await expect(next.getByRole('link', { name: 'Join the live lab' })).toHaveAttribute('href', links.join[0]!)
  await expect(page.getByRole('main')).toContainText('Europe/Berlin')
  const weeks = page.getByRole('region', { name: 'The twelve weeks' })
  // Noon and six in New York; on March 13 the clocks go forward there, and two weeks later in Berlin.
  await expect(weeks).toContainText('Fri, Mar 4, 12:00 AM')
  await expect(weeks).toContainText('Tue, Mar 15, 5:00 PM')
  const first = weeks
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Week 1: ${week.theme}`, exact: true }) })
  await test.step('the week of the assignment is open, before it begins; the others are folded to a line', async () => {
    await expect(first.getByRole('link', { name: material.title })).toBeVisible()
    await expect(first).toContainText(work.assignment)
    await expect(weeks).toContainText('Join whichever suits you; each is recorded.')
    await expect(page.getByRole('main')).toContainText('Your coach is Miriam Adler.')
    await expect(page.getByRole('main')).not.toContainText(/forum/i)
    const second = weeks.getByRole('heading', { name: /^Week 2: / })
    await expect(weeks.getByText('Fri, Mar 11, 12:00 AM')).toBeHidden()
    await second.click()
    await expect(weeks.getByText('Fri, Mar 11, 12:00 AM')).toBeVisible()
    await expect(first.getByRole('link', { name: /^Recording/ })).toHaveCount(0)
  })
  await expect(page.getByLabel('Private address')).toHaveValue(/\/calendar\/[\w-]{64}\.ics$/)
  const people = page.getByRole('region', { name: 'Your cohort' })
  await people.getByLabel('Show my first name to the people in my cohort').check()
  await expect(people).toContainText('Grace')
  await expectSound(page, 'the own program')
  await test.step('the focus stays with what was pressed, or goes to its heading', async () => {
    const others = page.getByRole('button', { name: 'See other dates' })
    await others.click()
    await expect(page.getByRole('heading', { name: 'Another date' })).toBeFocused()
    await page.getByRole('button', { name: 'Keep my date' }).click()
    await expect(others).toBeFocused()
    const address = await page.getByLabel('Private address').inputValue()
    await page.getByRole('button', { name: 'Create a new address' }).click()
    await expect(page.getByLabel('Private address')).not.toHaveValue(address)
    await expect(page.getByRole('heading', { name: 'Your calendar' })).toBeFocused()
  })

  const lastWeek = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10)
  await send(staff, 'put', `/api/admin/cohorts/${id}/plan`, plan(lastWeek))
  await page.reload()
  await test.step('a past week has its recordings beside its line, and says what was to be handed in', async () => {
    const links = first.getByRole('link', { name: /^Recording of / })
    await expect(links).toHaveCount(2)
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    // Which of the two is first depends on the weekday of the first day.
    expect(targets.sort()).toEqual(recordings.toSorted())
    await expect(first).toContainText('Not handed in')
    await first.getByRole('heading').first().click()
    await expect(first.getByText(work.assignment)).toBeVisible()
    await expect(first.getByText(work.done)).toBeVisible()
  })
  const opener = page.getByRole('button', { name: 'Hand in: Assignment of week 1', exact: true })
  await opener.click()
  await expect(page.getByLabel('Your text')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.getByRole('button', { name: 'Hand it in' }).click()
  await expect(page.getByText('Write a text, or give a link.')).toBeVisible()
  await expect(page.getByLabel('Your text')).toBeFocused()
  await page.getByLabel('Your text').fill('I asked first, and spoke last.')
  await page.getByLabel('Or a link to it').fill('https://docs.example/mine')
  await test.step('a program that is asked for again in vain takes away neither the page nor the text', async () => {
    let failed = 0
    await page.route('**/api/program', (route) => {
      failed += 1
      return route.fulfill({ status: 500, json: {} })
    })
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    // It is asked twice.
    await expect.poll(() => failed).toBeGreaterThan(1)
    await page.unroute('**/api/program')
    await expect(page.getByLabel('Your text')).toHaveValue('I asked first, and spoke last.')
  })
  await test.step('after a lost answer, the improved text is what is handed in', async () => {
    const assignment = '**/api/program/*/assignments/1'
    await page.route(assignment, async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort()
    })
    await page.getByRole('button', { name: 'Hand it in' }).click()
    await expect(page.getByText(/Your text is still here/)).toBeVisible()
    await page.unroute(assignment)
    await page.getByLabel('Your text').fill('I asked first, and spoke last. Nobody left early.')
    await page.getByRole('button', { name: 'Hand it in' }).click()
  })
  await expect(first).toContainText('Handed in')

  await staff.goto(`${app.url}/admin/operations/cohorts/${id}/progress`)
  const progress = staff.getByRole('table', { name: 'Progress' })
  await expect(progress).toContainText('On track')
  await test.step('a mail to the participants is looked at before it goes, and stands below afterwards', async () => {
    await staff.getByRole('link', { name: 'Messages' }).click()
    const writing = staff.getByRole('group', { name: 'Write to participants' })
    const look = writing.getByRole('button', { name: 'Preview the email' })
    await look.click()
    await expect(writing.getByLabel('Subject')).toBeFocused()
    await writing.getByLabel('Subject').fill('Before week three')
    await writing.getByLabel('Text').fill(`Please read this.\n\n${material.url}`)
    await look.click()
    const dialog = staff.getByRole('dialog', { name: 'Send this email to 1 participant?' })
    await expect(dialog.getByRole('link', { name: material.url })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await expect(staff.getByText('The email is being sent to 1 participant.')).toBeVisible()
    await expect(writing.getByRole('region', { name: 'Sent emails' })).toContainText('Before week three')
    await staff.getByRole('link', { name: 'Progress' }).click()
  })
  const waiting = staff.getByRole('region', { name: /^Assignments waiting/ })
  await waiting.getByText(/Week 1/).click()
  await expect(waiting).toContainText('I asked first, and spoke last. Nobody left early.')
  await expect(waiting).toContainText(work.assignment)
  await waiting.getByLabel('Your answer').fill('Keep the date of the next one.')
  await expectAccessible(staff, 'the assignments that wait, and the progress of a cohort')
  await waiting.getByRole('button', { name: 'Accept' }).click()
  await expect(staff.getByText(/^Week 1 of .+: accepted\.$/)).toBeVisible()
  await expect(waiting).toBeHidden()
  await test.step('the participant list of a meeting is read, an odd name is matched by hand, and it is saved', async () => {
    const attendance = staff.getByRole('region', { name: 'Attendance' })
    const pasted = attendance.getByLabel('Or paste the list of participants')
    await pasted.fill('Grace')
    await attendance.getByLabel('Week', { exact: true }).selectOption('1')
    await expect(pasted).toHaveValue('')
    const teams = [
      'Full Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
      'G. H. (Guest)\t3/1/2033, 12:05:00 PM\t3/1/2033, 1:20:00 PM\t1h 15m\t\tAttendee',
    ].join('\r\n')
    const buffer = Buffer.from(`\ufeff${teams}`, 'utf16le')
    await attendance
      .getByLabel('Participant list of the meeting')
      .setInputFiles({ name: 'meeting.csv', mimeType: 'text/csv', buffer })
    await expect(pasted).toHaveValue(/^Full Name/)
    await attendance.getByRole('button', { name: 'Read the list' }).click()
    const ticks = attendance.getByRole('group', { name: 'Attended week 1' })
    await expect(ticks.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await attendance.getByLabel('G. H. (Guest), 75 min').selectOption({ index: 1 })
    await expect(attendance.getByText('Names without a participant: 0.')).toBeVisible()
    await expect(ticks.getByRole('checkbox', { name: /, 75 min$/ })).toBeChecked()
    await expectAccessible(staff, 'the participant list of a meeting')
    await attendance.getByRole('button', { name: 'Save attendance' }).click()
    await expect(staff.getByText('The attendance of week 1 is saved.')).toBeVisible()
    await expect(progress).toContainText('Weeks 1')
  })

  await page.reload()
  await expect(first).toContainText('Accepted')
  await expect(first).toContainText('Keep the date of the next one.')
  await expect(page.getByRole('region', { name: 'Your certificate' })).toContainText(
    '1 of 10 assignments accepted',
  )
  await test.step('whoever has done everything chooses the name on paper, is awarded the certificate, and finds it on the page', async () => {
    const [orderId] = /[\w-]{36}/.exec(page.url())!
    const own = `/api/program/${orderId}`
    for (const week of [2, 3, 4, 5, 6, 7, 8, 9, 10, 13]) {
      const submissionId = crypto.randomUUID()
      await send(page, 'put', `${own}/assignments/${week}`, { submissionId, text: 'Mine.', link: '' })
      const answer = { outcome: 'accepted', words: '' }
      await send(staff, 'post', `/api/admin/assignments/${submissionId}/answer`, answer)
    }
    for (const session of [1, 2]) {
      const at = new Date(Date.now() - 86_400_000).toISOString()
      await send(staff, 'put', `/api/admin/cohorts/${id}/coaching`, { orderId, session, at })
    }
    await page.reload()
    const mine = page.getByRole('region', { name: 'Your certificate' })
    await expect(mine).toContainText('You have met every requirement.')
    const changing = mine.getByRole('button', { name: 'Change the name on the certificate' })
    await changing.click()
    await mine.getByLabel('Name on the certificate').fill('Ada ꦗ')
    await mine.getByRole('button', { name: 'Save name' }).click()
    await expect(mine).toContainText('Name has letters that documents cannot show: ꦗ.')
    await mine.getByLabel('Name on the certificate').fill('Grace Brewster Hopper')
    await mine.getByRole('button', { name: 'Save name' }).click()
    await expect(mine.getByText('Grace Brewster Hopper')).toBeVisible()
    await expect(changing).toBeFocused()

    const over = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
    await send(staff, 'put', `/api/admin/cohorts/${id}/plan`, plan(over))
    await staff.reload()
    await staff.getByRole('button', { name: 'Award the certificate to Grace Brewster Hopper' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Award', exact: true }).click()
    await expect(staff.getByText('1 certificate awarded. Each holder is notified by email.')).toBeVisible()
    await page.reload()
    await expect(mine).toContainText('Valid')
    const address = await mine.getByRole('link', { name: 'View its page' }).getAttribute('href')
    await expect(mine.getByRole('link', { name: 'Certificate (PDF)' })).toHaveAttribute(
      'href',
      `${address}.pdf`,
    )
    // The same days everywhere, whatever the time zone of who looks.
    const [, until] = /valid until ([^.]+)\./.exec((await mine.textContent()) ?? '')!
    expect(await (await page.request.get(address!)).text()).toContain(until)
    await mine.getByLabel('List me among the certified leaders').check()
    await expectSound(page, 'the own program with a certificate')
    const ownPage = page.url()
    await page.goto(`${app.url}/certification/program-details`)
    const note = page.getByRole('complementary', { name: 'Your enrollment' })
    await expect(note).toContainText(/^Your cohort ended on \w+, .+ \d{4}\. Your certificate and your record/)
    await expect(note).not.toContainText('You are enrolled')
    await note.getByRole('link', { name: 'Your program' }).click()
    await expect(page).toHaveURL(ownPage)

    await staff.getByRole('region', { name: 'Certificates' }).getByRole('link', { name: 'Open' }).click()
    await staff
      .getByRole('row', { name: /^Grace Brewster Hopper/ })
      .getByRole('link')
      .click()
    await expect(staff.getByRole('heading', { name: 'Grace Brewster Hopper' })).toBeFocused()
    await expectAccessible(staff, 'the certificates')
    await staff.getByRole('button', { name: 'Suspend' }).click()
    const dialog = staff.getByRole('dialog', { name: /^Suspend: Grace/ })
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill('We look into a complaint.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(staff.getByRole('row', { name: /Grace Brewster Hopper Suspended/ })).toBeVisible()
    await page.reload()
    await expect(mine).toContainText('The reason: We look into a complaint.')
    await expect(mine.getByRole('link', { name: 'Certificate (PDF)' })).toHaveCount(0)
    await staff.goto(`${app.url}/admin/operations/cohorts/${id}`)
  })
  await test.step('staff moves the participant to the other cohort; accepted work stands there, too, before it begins', async () => {
    await staff.getByRole('button', { name: /^Move Grace .* to another cohort$/ }).click()
    const dialog = staff.getByRole('dialog', { name: /^Move Grace / })
    await expect(dialog).toContainText('1 of 3 paid, then 0.')
    await expect(dialog).toContainText('0 of 3 paid, then 1; 2 places left to sell.')
    await dialog.getByRole('button', { name: 'Move to this cohort' }).click()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill('Asked for it by mail.')
    await dialog.getByRole('button', { name: 'Move to this cohort' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Your cohort runs from Wednesday, March 1, 2034')
    await expect(first).toContainText('Accepted')
    await expect(first).toContainText('Keep the date of the next one.')
    await expect(page.getByRole('button', { name: /^Hand in/ })).toHaveCount(0)
  })
  await staff.context().close()
})

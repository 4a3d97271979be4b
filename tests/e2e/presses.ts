import { expect, type Locator, type Page } from '@playwright/test'

/** How often somebody presses for each of the commonest jobs, from where they are after the one before; typing is not counted. */
export async function presses(page: Page, url: string): Promise<Record<string, number>> {
  let made = 0
  const press = async (what: Locator): Promise<void> => {
    made += 1
    await what.click()
  }
  const choose = async (what: Locator, choice: string | RegExp): Promise<void> => {
    made += 1
    const option = what.getByRole('option', { name: choice }).first()
    await what.selectOption((await option.getAttribute('value')) ?? '')
  }
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const counted: Record<string, number> = {}
  const done = (job: string): void => {
    counted[job] = made
    made = 0
  }

  const { orders } = await (await page.request.get(`${url}/api/finance/orders?status=completed`)).json()
  const sale = orders.find(
    ({ buyerName, company, refundedAmount, disputed }: Record<string, unknown>) =>
      buyerName !== null && !company && Number(refundedAmount) === 0 && disputed === false,
  )
  await page.goto(`${url}/admin`)
  await press(tab('Sales'))
  await page.getByLabel('Find').fill(sale.buyerName)
  made += 1
  await page.getByLabel('Find').press('Enter')
  const found = page.getByRole('link', { name: `Open order ${sale.id.slice(-8).toUpperCase()}` })
  await expect(found).toBeVisible()
  done('find a sale by name')

  await press(found)
  await press(page.getByRole('button', { name: 'Refund', exact: true }))
  await press(page.getByLabel('Partial amount'))
  await page.getByLabel(/^Amount, /).fill('1')
  await page.getByLabel('Reason').fill('goodwill')
  await press(button('Review refund'))
  await press(button(/^Refund \$1\.00/))
  await expect(page.getByRole('row', { name: /a refund of \$1\.00: goodwill/ })).toBeVisible()
  done('refund a part of it')

  await press(tab('Money'))
  await choose(page.getByLabel('Group by', { exact: true }), 'Month')
  await press(tab('Audit'))
  await press(tab('Exports'))
  const file = page.waitForEvent('download')
  await press(page.getByRole('link', { name: 'Download books.csv' }))
  await file
  done('figures of a month with their file')

  await page.goto(`${url}/admin/today`)
  await press(page.getByRole('link', { name: /New leads in all$/ }))
  await press(page.locator('[role=tabpanel] tbody a').first())
  const lead = page.getByRole('complementary', { name: /^Lead / })
  await choose(lead.getByLabel('Status'), 'Contacted')
  await choose(lead.getByLabel('Owner'), 'emil.editor')
  await lead.getByLabel('New note').fill('Calls back on Monday.')
  await press(lead.getByRole('button', { name: 'Add note' }))
  await expect(lead.getByRole('listitem').getByText('Calls back on Monday.')).toBeVisible()
  done('work a lead, from Today')

  await page.goto(`${url}/admin`)
  await press(button(/^Slides of the first screen/))
  await press(button(/^slide 1/))
  const carousel = page.getByRole('region', { name: 'Slides of the first screen' })
  await carousel.getByLabel('Title', { exact: true }).fill('Leadership that lasts')
  await press(button('Save Changes'))
  await expect(page.getByText('Saved successfully!')).toBeVisible()
  await press(page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByText('Content published from Development to Production successfully!')).toBeVisible()
  done('change a headline and publish')
  return counted
}

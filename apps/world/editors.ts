import { officeMoment } from './seasons.ts'
import { day, drawOf, minute, type World } from './world.ts'

const titles = [
  'About Veralead',
  'Who we are',
  'The people behind Veralead',
  'Leadership that is yours',
  'About us and our research',
]

/** The owner enters the brand's profiles. Editors change the pages some times a year: most changes are published, one is taken back, one waits at the end. */
export function planContent(world: World, changes: number): void {
  const { agenda, start, end, staff, stepped } = world
  const draw = drawOf(world, 'content')
  const step = (end - start - 2 * day) / Math.max(1, changes)
  for (let number = 0; number < changes; number += 1) {
    const who = draw.pick(['edda.editor', 'emil.editor'] as const)
    const title = titles[number % titles.length]
    const published = draw.chance(0.75)
    agenda.add(officeMoment(draw, start + number * step), async () => {
      const editor = await staff.as(who)
      const { pages, version } = await editor.demand('GET', '/api/cms/admin')
      const changed = pages.map((page: { route: string }) =>
        page.route === '/about' ? { ...page, title } : page,
      )
      await editor.demand('PUT', '/api/cms', { pages: changed, version })
      if (!published) return
      await stepped.moveTo(stepped.clock.now().getTime() + draw.between(2, 50) * minute)
      const saved = await editor.demand('POST', '/api/cms/publish')
      if (number === Math.floor(changes / 2))
        await editor.post('/api/cms/publish/undo', { version: saved.version })
    })
  }
  agenda.add(start + minute, async () => {
    const owner = await staff.as('olivia.owner')
    const { sections } = await owner.demand('GET', '/api/settings')
    const { revision } = sections.find(({ key }: { key: string }) => key === 'social')
    const values = Object.fromEntries(
      ['x', 'instagram', 'linkedin'].map((network) => [network, `https://${network}.veralead.example`]),
    )
    await owner.demand('PUT', '/api/settings/social', { values, revision })
  })
  agenda.add(end - 3 * minute, async () => {
    const editor = await staff.as('edda.editor')
    const publishAt = new Date(end + 3 * day).toISOString()
    await editor.demand('PUT', '/api/cms/schedule', { publishAt })
  })
}

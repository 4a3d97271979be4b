import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { contentKey, focusOf } from '../../apps/web/src/lib/content.ts'
import { ruleFor } from '../../apps/web/src/lib/content-style.tsx'
import { type People, usePeople } from '../../apps/web/src/lib/people.ts'
import { Faces } from '../../apps/web/src/site/home/faces.tsx'
import { PeopleList } from '../../apps/web/src/site/people/people-list.tsx'

const person = {
  name: 'ندى',
  role: 'Coach',
  career: [],
  quote: '',
  media: { desktop: { portrait: 'art/portrait-1.svg' }, focus: 'top' },
}
const people = { title: 'Who teaches', subtitle: '', people: [person], logosTitle: '', logos: [] }

function Both() {
  const shown = usePeople()
  return [
    createElement('section', { key: 'home' }, createElement(Faces)),
    createElement('section', { key: 'about' }, createElement(PeopleList, { people: shown?.people ?? [] })),
  ]
}

test('given a person, then the home and the about page cut the portrait as the content says, and keep the name where names are', () => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })
  client.setQueryData(contentKey, { pages: [], people })
  const drawn = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MemoryRouter, null, createElement(Both))),
  )
  const sections = drawn.split('<section>').slice(1)
  expect(sections).toHaveLength(2)
  for (const section of sections) {
    expect(section).toContain(ruleFor(focusOf({ focus: 'top' })!)!.name)
    expect(section).toContain('<bdi>ندى</bdi>')
    expect(section).not.toContain('dir="auto"')
  }
})

test('given an employer and a link, then both are shown and the link says whose page it is; without them and a picture nothing is drawn', () => {
  const checkable = {
    ...person,
    name: 'Ana Lima',
    employer: 'Porto Grid',
    link: 'https://www.linkedin.com/in/ana',
  }
  const drawn = (shown: object) =>
    renderToStaticMarkup(createElement(PeopleList, { people: [shown as People['people'][number]] }))
  const whole = drawn({ ...checkable, media: {} })
  expect(whole).toContain('>Coach, Porto Grid</span>')
  expect(whole).toMatch(
    /<a [^>]*href="https:\/\/www\.linkedin\.com\/in\/ana"[^>]*><bdi>Ana Lima<\/bdi> on linkedin\.com<span/,
  )
  expect(whole).not.toContain('<img')
  const bare = drawn({ ...person, role: '', media: {} })
  expect(bare).toMatch(/<li><h3><bdi>[^<]*<\/bdi><\/h3><\/li>/)
})

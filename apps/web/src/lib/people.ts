import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { people as builtIn } from '#modules/content/base-template/people.ts'
import type { Fields } from '#modules/content/contract.ts'
import { useConfig } from './config.ts'
import { conform } from './conform.ts'
import { contentKey, type PublicContent } from './content.ts'
import { factsOf, withFacts } from './shown-page.ts'

export type People = Fields<'people'>

/**
 * The people who teach, from the about page of the tree. Undefined if that page has no such section: the built-in people
 * are invented and never used as a fallback.
 */
export function peopleOf({ pages, people }: PublicContent): People | undefined {
  const sections = pages.find(({ route }) => route === '/about')?.sections
  const section = Array.isArray(sections) ? sections.find(({ id }) => id === 'people') : undefined
  return section ? conform(section.fields as unknown, builtIn.fields) : people
}

/** The people with the data that other pages show: names, roles and portraits. */
export function withoutCareers(people: People): People {
  return {
    ...people,
    people: people.people.map(({ name, role, media }) => ({ name, role, media, career: [], quote: '' })),
  }
}

/** The people who teach, on any page. */
export function usePeople(): People | undefined {
  const config = useConfig()
  const select = useCallback(
    (tree: PublicContent) => {
      const people = peopleOf(tree)
      return people && withFacts(people, factsOf(config))
    },
    [config],
  )
  // The page itself requests the content: another request after a failure would reset the page to loading.
  return useQuery({ queryKey: contentKey, enabled: false, select }).data
}

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { people as builtIn } from '#modules/content/base-template/people.ts'
import type { Fields } from '#modules/content/contract.ts'
import { useConfig } from './config.ts'
import { conform } from './conform.ts'
import { contentKey, type PublicContent } from './content.ts'
import { withBrand } from './shown-page.ts'

export type People = Fields<'people'>

/**
 * Who teaches, as the tree's about page says. Undefined where that page has no such section: the built-in people are
 * invented, so they never stand in for missing ones.
 */
export function peopleOf({ pages, people }: PublicContent): People | undefined {
  const sections = pages.find(({ route }) => route === '/about')?.sections
  const section = Array.isArray(sections) ? sections.find(({ id }) => id === 'people') : undefined
  return section ? conform(section.fields as unknown, builtIn.fields) : people
}

/** As much of it as other pages show of the people: their names, roles and portraits. */
export function inShort(people: People): People {
  return { ...people, people: people.people.map((person) => ({ ...person, career: [], quote: '' })) }
}

/** Who teaches, on whichever page. */
export function usePeople(): People | undefined {
  const { brandName } = useConfig()
  const select = useCallback(
    (tree: PublicContent) => {
      const people = peopleOf(tree)
      return people && withBrand(people, brandName)
    },
    [brandName],
  )
  // The content is asked for by the page: asking here again after a failure would begin the page anew.
  return useQuery({ queryKey: contentKey, enabled: false, select }).data
}

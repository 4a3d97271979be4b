import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useConfig } from './config.ts'
import { contentKey, type Offer, type PublicContent, wordsOf } from './content.ts'

/** The offer as the tree's program page states it; undefined without such a page. */
export function offerOf({ pages, offer }: PublicContent): Offer | undefined {
  for (const { sections } of pages) {
    const section = Array.isArray(sections)
      ? sections.find(({ id }) => id === 'certification-program')
      : undefined
    if (section?.id !== 'certification-program') continue
    const { programOverview, enrollment, nextCohort } = section.fields
    return {
      duration: wordsOf(programOverview?.duration),
      price: enrollment?.price ?? '',
      nextCohort: wordsOf(nextCohort),
    }
  }
  return offer
}

/** What the program page says of the offer, for other pages; the settings' start of the next cohort wins over its own. */
export function useOffer(): Offer | undefined {
  const { nextCohort } = useConfig()
  const select = useCallback(
    (tree: PublicContent) => {
      const offer = offerOf(tree)
      return offer && { ...offer, nextCohort: nextCohort || offer.nextCohort }
    },
    [nextCohort],
  )
  // The content is asked for by the page: asking here again after a failure would begin the page anew.
  return useQuery({ queryKey: contentKey, enabled: false, select }).data
}

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useConfig } from './config.ts'
import { contentKey, type Offer, type PublicContent, wordsOf } from './content.ts'

/** The offer that the program page of the tree states; else the tree's own copy of it. */
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

/** The program page's offer, for other pages; the configured start of the next cohort overrides the page's own. */
export function useOffer(): Offer | undefined {
  const { nextCohort } = useConfig()
  const select = useCallback(
    (tree: PublicContent) => {
      const offer = offerOf(tree)
      return offer && { ...offer, nextCohort: nextCohort || offer.nextCohort }
    },
    [nextCohort],
  )
  // The page itself requests the content: another request after a failure would reset the page to loading.
  return useQuery({ queryKey: contentKey, enabled: false, select }).data
}

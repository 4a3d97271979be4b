import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { contentKey, type PublicContent, wordsOf } from '../../lib/content.ts'
import { factsOf, withFacts } from '../../lib/shown-page.ts'
import styles from './program-details.module.css'

const clauseId = 'refund-promise'

/** The refund promise in the words of the terms; undefined if they have no such clause. */
export function guaranteeOf({ pages, guarantee }: PublicContent): PublicContent['guarantee'] {
  const legal = pages.find(({ route }) => route === '/terms')?.sections?.find(({ id }) => id === 'legal')
  if (legal?.id !== 'legal') return guarantee
  const clause = legal.fields.clauses?.find(({ id }) => id === clauseId)
  return clause && { heading: wordsOf(clause.heading), text: clause.paragraphs.join(' ') }
}

/** The refund promise beside an Enroll button, with a link to its clause; nothing if the terms make none. */
export function Guarantee() {
  const config = useConfig()
  const select = useCallback(
    (tree: PublicContent) => withFacts(guaranteeOf(tree) ?? null, factsOf(config)),
    [config],
  )
  const { data } = useQuery({ queryKey: contentKey, enabled: false, select })
  if (!data) return null
  return (
    <p className={styles.guarantee}>
      <Link to={`/terms#${clauseId}`}>{data.heading}</Link>: {data.text}
    </p>
  )
}

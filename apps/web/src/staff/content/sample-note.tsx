import { Link } from 'react-router-dom'
import { samplesIn } from '#modules/content/base-template/samples.ts'
import { Notice } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'
import { sectionName } from '../draft/place-words.ts'
import { pagesPath } from '../frame/addresses.ts'
import { foldId } from './page-section.tsx'

/**
 * Warns about invented people and companies in the content, with a link that opens each section; renders nothing
 * without any.
 */
export function SampleNote({ pages }: { pages: readonly Page[] }) {
  const samples = samplesIn(pages)
  if (samples.length === 0) return null
  return (
    <Notice tone="warn" title="Invented people and companies are shown">
      <ul>
        {samples.map(({ route, section, names }) => (
          <li key={`${route} ${section}`}>
            <Link to={`/admin/${pagesPath}${route}?open=${section}#${foldId(section)}`}>
              {sectionName(section)}, page {route}
            </Link>
            : {names.join(', ')}
          </li>
        ))}
      </ul>
      <p>
        Replace, remove or hide them before visitors see the page. Production does not start with them unless
        ALLOW_INVENTED_PEOPLE is set.
      </p>
    </Notice>
  )
}

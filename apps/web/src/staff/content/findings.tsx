import { Link } from 'react-router-dom'
import type { checkContent } from '#modules/content/contract-publishing.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Notice } from '../../ui/surface.tsx'
import type { Tree } from '../api.ts'
import { placeWords, pointerAt } from '../draft/place-words.ts'
import { fieldAddress } from '../frame/addresses.ts'

type Finding = AnswerOf<typeof checkContent>['findings'][number]

interface FindingsProps {
  findings: readonly Finding[]
  tree: Tree
  /** Called when a finding is pressed, which opens its field. */
  onFollow: () => void
}

const notices = [
  { severity: 'error', tone: 'bad', title: 'To mend before this can be published' },
  { severity: 'warning', tone: 'warn', title: 'Worth a look; you can publish all the same' },
] as const

/** What the check before publishing has found: errors, then warnings, each with the link to its field. */
export function Findings({ findings, tree, onFollow }: FindingsProps) {
  return notices.map(({ severity, tone, title }) => {
    const found = findings.filter((each) => each.severity === severity)
    return found.length === 0 ? null : (
      <Notice key={severity} tone={tone} title={title}>
        <ul>
          {found.map(({ steps, message }) => (
            <li key={`${steps.join()} ${message}`}>
              <Link to={fieldAddress(tree.pages, pointerAt(tree, steps))} onClick={onFollow}>
                {placeWords(tree, steps)}
              </Link>{' '}
              {message}
            </li>
          ))}
        </ul>
      </Notice>
    )
  })
}

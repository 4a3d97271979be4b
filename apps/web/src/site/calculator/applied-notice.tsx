import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { AppliedSource } from './use-worksheet.ts'

/** What choosing a source has done, said where it was chosen; values of one's own can be replaced from here. */
export function AppliedNotice({ applied, onReplace }: { applied: AppliedSource; onReplace: () => void }) {
  const { at, used, mine, picks } = applied
  const name = at === 'all' ? 'published research' : (picks[0]?.source ?? '')
  return (
    <Notice
      tone="info"
      announce
      title={used ? `Using data from ${name}` : `Nothing was taken from ${name}`}
      actions={
        mine === 'kept' ? (
          <Button size="small" variant="secondary" onClick={onReplace}>
            Replace mine too
          </Button>
        ) : null
      }
    >
      {wordsFor(applied)}
    </Notice>
  )
}

function wordsFor({ at, used, mine }: AppliedSource): string {
  if (!used) return 'Every field that it has figures for holds a value you entered, and those were kept.'
  if (mine === 'replaced')
    return 'Every field it has figures for holds them now, in place of the values you entered.'
  if (at === 'all')
    return 'Empty fields were filled with its figures, and the values you entered were kept. Each field names its source.'
  return 'Empty fields were filled with its figures, and the values you entered were kept.'
}

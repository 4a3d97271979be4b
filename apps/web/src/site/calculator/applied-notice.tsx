import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { AppliedSource } from './use-worksheet.ts'

/** Shows the effect of a chosen source below its field, with a button that replaces the visitor's own values, too. */
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
      {effectOf(applied)}
    </Notice>
  )
}

function effectOf({ at, used, mine }: AppliedSource): string {
  if (!used) return 'It only has figures for fields that you have already filled in. Your values were kept.'
  if (mine === 'replaced') return 'Its figures have replaced the values you entered.'
  if (at === 'all')
    return 'Empty fields were filled with its figures, and the values you entered were kept. Each field names its source.'
  return 'Empty fields were filled with its figures, and the values you entered were kept.'
}

import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { AppliedSource } from './use-worksheet.ts'

/** What choosing a source has done, said where it was chosen; values of one's own can be replaced from here. */
export function AppliedNotice({
  applied: { source, mine },
  onReplace,
}: {
  applied: AppliedSource
  onReplace: () => void
}) {
  return (
    <Notice
      tone="info"
      announce
      title={`Using data from ${source}`}
      actions={
        mine === 'kept' ? (
          <Button size="small" variant="secondary" onClick={onReplace}>
            Replace mine too
          </Button>
        ) : null
      }
    >
      {mine === 'replaced'
        ? 'Every field it has figures for holds them now, in place of the values you entered.'
        : 'Empty fields were filled with its figures, and the values you entered were kept.'}
    </Notice>
  )
}

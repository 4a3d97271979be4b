import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'

/** What choosing a source has done, said where it was chosen; with `onReplace`, values of one's own stood in its way. */
export function AppliedSource({ source, onReplace }: { source: string; onReplace: (() => void) | null }) {
  return (
    <Notice
      tone="info"
      announce
      title={`Using data from ${source}`}
      actions={
        onReplace ? (
          <Button size="small" variant="secondary" onClick={onReplace}>
            Replace mine too
          </Button>
        ) : null
      }
    >
      Empty fields were filled with its figures, and the values you entered were kept.
    </Notice>
  )
}

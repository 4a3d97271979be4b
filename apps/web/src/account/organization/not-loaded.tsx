import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'

/** The error of a part of the page that did not load, with a button to retry. */
export function NotLoaded({ what, busy, retry }: { what: string; busy: boolean; retry: () => void }) {
  return (
    <Notice
      tone="bad"
      title={`${what} could not be loaded`}
      announce
      actions={
        <Button variant="secondary" busy={busy} busyText="Trying..." onClick={retry}>
          Try again
        </Button>
      }
    >
      <p>Check your connection and try again.</p>
    </Notice>
  )
}

import { Spinner } from '../../ui/surface.tsx'

/** Shown for 1.5 seconds between signing in and the return to the previous page. */
export function ArrivedNote() {
  return <Spinner label="Taking you back to where you were..." />
}

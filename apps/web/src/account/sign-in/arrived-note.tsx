import { Spinner } from '../../ui/surface.tsx'

/** The second and a half between a new session and the page one came from. */
export function ArrivedNote() {
  return <Spinner label="Taking you back to where you were..." />
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Card } from '../../ui/surface.tsx'
import styles from './program.module.css'
import { type Participation, programKey, showMyName } from './program-api.ts'

/** Who else is in the cohort, by first name, of those who agreed; and the own agreement. */
export function PeopleCard({ program }: { program: Participation }) {
  const heading = useId()
  const client = useQueryClient()
  // Set at once: what is ticked would jump back until the mutation is known as pending.
  const [wanted, want] = useState<boolean>()
  const agreement = useMutation({
    mutationFn: (shown: boolean) => showMyName(program.orderId, shown),
    onSuccess: () => client.invalidateQueries({ queryKey: programKey }),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'Not saved. Please try again.'),
    onSettled: () => want(undefined),
  })
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Your cohort</h2>
      {program.people.length === 0 ? (
        <p className={styles.note}>Nobody has agreed to be named here yet.</p>
      ) : (
        <p>{program.people.join(', ')}</p>
      )}
      <Checkbox
        label="Show my first name to the people of my cohort"
        help="Nothing else is shown, and to nobody else. You can take it back at any time."
        checked={wanted ?? program.showsName}
        // One change at a time. Not `disabled`: that would take the focus away.
        aria-disabled={wanted !== undefined || undefined}
        onChange={({ target }) => {
          if (wanted !== undefined) return
          want(target.checked)
          agreement.mutate(target.checked)
        }}
      />
    </Card>
  )
}

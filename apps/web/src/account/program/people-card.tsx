import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
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
  const agreement = useMutation({
    mutationFn: (shown: boolean) => showMyName(program.orderId, shown),
    onSuccess: () => client.invalidateQueries({ queryKey: programKey }),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'Not saved. Please try again.'),
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
        checked={agreement.isPending ? agreement.variables : program.showsName}
        onChange={(event) => agreement.mutate(event.target.checked)}
      />
    </Card>
  )
}

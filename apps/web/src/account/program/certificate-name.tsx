import { type FormEvent, useState } from 'react'
import type { changeMyCertificate } from '#modules/leadership/credentials/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { notify } from '../../lib/notify.ts'
import { programPath } from '../../lib/orders.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './program.module.css'

/** The name for the certificate; the participant can change it until the award. */
export function CertificateName({ orderId, name }: { orderId: string; name: string }) {
  const change = useAction<typeof changeMyCertificate>('PUT', '/api/program/:orderId/certificate', [
    programPath,
  ])
  const [open, setOpen] = useState(false)
  const opener = useFocusBack(open)
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<{ text: string }>()
  const form = useRefusedFocus(problem)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await change.mutateAsync({ params: { orderId }, body: { name: typed.trim() } })
      setOpen(false)
      notify.success('The name is saved.')
    } catch (failure) {
      const { name: refused } = problemsByInput(failure, () => 'name')
      setProblem({ text: refused ?? saidByServer(failure) ?? 'Not saved. Please try again.' })
    }
  }

  if (!open)
    return (
      <div className={styles.assignmentHead}>
        <p>
          Name on the certificate: <strong dir="auto">{name}</strong>
        </p>
        <Button
          ref={opener}
          size="small"
          variant="secondary"
          aria-label="Change the name on the certificate"
          onClick={() => {
            setTyped(name)
            setProblem(undefined)
            setOpen(true)
          }}
        >
          Change
        </Button>
      </div>
    )
  return (
    <form ref={form} className={styles.handIn} noValidate onSubmit={(event) => void save(event)}>
      <Field
        label="Name on the certificate"
        required
        autoFocus
        autoComplete="name"
        maxLength={80}
        dir="auto"
        help="As you would sign it. You can change it until the certificate is awarded."
        value={typed}
        error={problem?.text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={change.isPending} busyText="Saving...">
          Save name
        </Button>
        <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

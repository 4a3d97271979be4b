import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from '../ui/field.tsx'
import styles from './password-field.module.css'

/** A password input whose text can be looked at. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className={styles.frame}>
      <Field
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        className={styles.input ?? ''}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={shown}
        aria-label="Show characters"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" strokeWidth={1.5} />
      </button>
    </div>
  )
}

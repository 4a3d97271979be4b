import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { checkCompany, checkPhone } from '#modules/identity/rules.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { inForm, showAtInputs } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { profileKey, type User, updateProfile } from '../api.ts'
import styles from '../forms.module.css'
import panel from '../panel.module.css'

interface ProfileValues {
  firstName: string
  lastName: string
  phone: string
  company: string
}

const namesRequired = 'First name and last name are required'
const failed = 'Failed to update profile'
/** The input of each field of the request. */
const inputs = { firstName: 'firstName', lastName: 'lastName', phone: 'phone', company: 'company' } as const

function valuesOf(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.metadata.phone,
    company: user.metadata.company,
  }
}

/** The person's details, as text or as a form. */
export function ProfilePanel({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <ProfileForm
        user={user}
        onDone={(changed) => {
          setEditing(false)
          if (changed) onChanged(changed)
        }}
      />
    )
  }
  const { phone, company } = user.metadata
  const rows: [string, string][] = [
    ['First name', user.firstName],
    ['Last name', user.lastName],
    ['Email', user.email],
    ['Phone', phone],
    ['Company', company],
  ]
  return (
    <section className={panel.panel} aria-labelledby="profile-heading">
      <div className={panel.head}>
        <h2 id="profile-heading">Profile</h2>
        <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
          Edit Profile
        </Button>
      </div>
      <dl className={panel.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className={panel.none}>Not given</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ProfileForm({ user, onDone }: { user: User; onDone: (changed?: User) => void }) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<ProfileValues>({
    defaultValues: valuesOf(user),
    mode: 'onTouched',
  })
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = formState
  /** A name that is not edited may be one word, as sign-up takes it. */
  const nameMissing = (text: string, { firstName, lastName }: ProfileValues) =>
    text.trim() !== '' || (firstName === user.firstName && lastName === user.lastName) || namesRequired

  async function submit(values: ProfileValues): Promise<void> {
    setProblem(undefined)
    try {
      const changed = await updateProfile({
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        phone: values.phone.trim(),
        company: values.company.trim(),
      })
      client.setQueryData(profileKey, changed)
      notify.success('Profile updated successfully')
      onDone(changed)
    } catch (failure) {
      const shown = showAtInputs(failure, inputs, inForm(setError))
      if (shown) return
      setProblem(saidByServer(failure) ?? failed)
    }
  }

  return (
    <section className={panel.panel} aria-labelledby="profile-heading">
      <h2 id="profile-heading">Profile</h2>
      <form className={styles.form} noValidate onSubmit={handleSubmit(submit)}>
        <FormProblem text={problem} />
        <div className={styles.pair}>
          <Field
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName', { validate: nameMissing })}
          />
          <Field
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName', { validate: nameMissing })}
          />
        </div>
        <Field
          label="Email"
          type="email"
          value={user.email}
          readOnly
          help="To change your email, write to us and we will verify the new one with you."
        />
        <div className={styles.pair}>
          <Field
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
            {...register('phone', { validate: (text) => checkPhone(text) ?? true })}
          />
          <Field
            label="Company"
            optional
            autoComplete="organization"
            error={errors.company?.message}
            {...register('company', { validate: (text) => checkCompany(text) ?? true })}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting} busyText="Saving...">
            Save changes
          </Button>
          <Button variant="secondary" disabled={isSubmitting} onClick={() => onDone()}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  )
}

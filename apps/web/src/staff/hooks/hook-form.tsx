import { useState } from 'react'
import type { listHooks, saveHook } from '#modules/hooks/contract.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, FieldError } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import layout from '../parts/layout.module.css'

export type Hooks = AnswerOf<typeof listHooks>
export type Hook = Hooks['endpoints'][number]
/** The beginning of the paths of all answers about endpoints. */
export const hookAnswers = ['/api/admin/hooks']

interface HookFormProps {
  /** Undefined for a new endpoint. */
  hook: Hook | undefined
  events: Hooks['events']
  /** @param secret of a new endpoint */
  onSaved: (secret: string | null) => void
}

/** Address and events of an endpoint. */
export function HookForm({ hook, events, onSaved }: HookFormProps) {
  // The same for every attempt.
  const [id] = useState(() => hook?.id ?? crypto.randomUUID())
  const save = useAction<typeof saveHook>('PUT', '/api/admin/hooks/:id', hookAnswers)
  return (
    <ActionForm
      className={layout.form}
      start={{ url: hook?.url ?? '', events: hook?.events ?? [] }}
      send={(body) => save.mutateAsync({ params: { id }, body })}
      done={(_, __, { secret }) => onSaved(secret)}
    >
      {({ input, busy }) => {
        const { error, ...chosen } = input('events', 'Events', {
          validate: (types) => types.length > 0 || 'Choose at least one event.',
        })
        return (
          <>
            <Field {...input('url', 'Address')} type="url" placeholder="https://" maxLength={2_000} />
            <fieldset className={layout.form} aria-label="Events">
              <p className={layout.heading}>Events</p>
              {events.map(({ type, when }) => (
                <Checkbox key={type} {...chosen} value={type} label={type} help={when} />
              ))}
              <FieldError id={`events-${id}`} text={error} />
            </fieldset>
            <Button type="submit" size="small" busy={busy} busyText="Saving...">
              Save
            </Button>
          </>
        )
      }}
    </ActionForm>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import type {
  changeCohortLinks as ChangeCohortLinks,
  CohortLinks,
  readCohortLinks as ReadCohortLinks,
} from '#modules/leadership/program/contract-participation.ts'
import { call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'
import type { Cohort } from './cohorts-api.ts'
import { ordinals } from './ordinals.ts'

const path = '/api/admin/cohorts/:id/links'
const keyOf = (id: string) => ['admin', 'cohorts', 'links', id] as const

/** The links to join the labs and to book coaching, and the material of each week. */
export function CohortLinksForm({ cohort }: { cohort: Cohort }) {
  const query = useQuery({
    queryKey: keyOf(cohort.id),
    queryFn: async () =>
      (await call<typeof ReadCohortLinks>('GET', path, { params: { id: cohort.id } })).links,
    staleTime: 0,
    retry: false,
  })
  if (query.isLoadingError)
    return <Trouble what="The links" failure={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines what="the links" />
  // A new form when another person has changed the links: the old one would undo the change.
  return <LinksForm key={JSON.stringify(query.data)} cohort={cohort} given={query.data} />
}

function LinksForm({ cohort, given }: { cohort: Cohort; given: CohortLinks }) {
  const client = useQueryClient()
  const [links, setLinks] = useState<CohortLinks>(given)
  const change = (part: Partial<CohortLinks>): void => setLinks({ ...links, ...part })
  const saving = useMutation({
    mutationFn: async () =>
      (await call<typeof ChangeCohortLinks>('PUT', path, { params: { id: cohort.id }, body: links })).links,
    onSuccess: (saved) => {
      client.setQueryData(keyOf(cohort.id), saved)
      notify.success('The links are saved. Participants see them at once.')
    },
  })
  // Memoized: each new object moves the focus to the first refused field.
  const problems = useMemo(() => problemsOf(saving.error), [saving.error])
  const material = (at: number, part: Partial<CohortLinks['material'][number]>): void =>
    change({ material: links.material.map((each, index) => (index === at ? { ...each, ...part } : each)) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }

  return (
    <form ref={useRefusedFocus(problems)} className={styles.form} noValidate onSubmit={submit}>
      {problems.form ? (
        <Notice tone="bad" announce>
          {problems.form}
        </Notice>
      ) : null}
      {cohort.labs.map((_, at) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: labs are identified by their index
          key={at}
          type="url"
          label={`${ordinals[at]} time: link to join`}
          optional
          placeholder="https://"
          value={links.join[at] ?? ''}
          error={problems[`join.${at}`]}
          onChange={(event) =>
            change({
              join: cohort.labs.map((__, index) =>
                index === at ? event.target.value.trim() : (links.join[index] ?? ''),
              ),
            })
          }
        />
      ))}
      <Field
        type="url"
        label="Link to book the private coaching"
        optional
        placeholder="https://"
        help="Without a link, participants see that their coach will write to them."
        value={links.coaching}
        error={problems.coaching}
        onChange={(event) => change({ coaching: event.target.value.trim() })}
      />
      {links.material.map(({ week, title, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form that is not sorted
        <fieldset key={at} className={styles.material}>
          <legend>Material {at + 1}</legend>
          <Field
            type="number"
            label="Week"
            min={1}
            max={12}
            value={week}
            error={problems[`material.${at}.week`]}
            onChange={(event) => material(at, { week: Number(event.target.value) })}
          />
          <Field
            label="Title"
            value={title}
            maxLength={120}
            error={problems[`material.${at}.title`]}
            onChange={(event) => material(at, { title: event.target.value })}
          />
          <Field
            type="url"
            label="Link"
            placeholder="https://"
            value={url}
            error={problems[`material.${at}.url`]}
            onChange={(event) => material(at, { url: event.target.value.trim() })}
          />
          <Button
            size="small"
            variant="quiet"
            aria-label={`Remove material ${at + 1}`}
            onClick={() => change({ material: links.material.filter((__, index) => index !== at) })}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={<Plus aria-hidden="true" />}
        onClick={() => change({ material: [...links.material, nextMaterial(links)] })}
      >
        Add material
      </Button>
      <Button
        type="submit"
        variant="secondary"
        busy={saving.isPending}
        busyText="Saving..."
        disabled={JSON.stringify(links) === JSON.stringify(given)}
      >
        Save the links
      </Button>
    </form>
  )
}

const nextMaterial = ({ material }: CohortLinks) => ({
  week: Math.min(12, material.at(-1)?.week ?? 1),
  title: '',
  url: '',
})

function problemsOf(failure: unknown): Partial<Record<string, string>> {
  if (failure === null) return {}
  const known = problemsByInput(failure, (path) => path)
  const form = saidByServer(failure) ?? 'Not saved. Please try again.'
  return Object.keys(known).length > 0 ? { ...known, form } : { form }
}

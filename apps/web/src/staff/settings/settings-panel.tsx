import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { SectionForm, type Typed } from './section-form.tsx'
import styles from './settings.module.css'
import { loadSettings, type Section } from './settings-api.ts'

/** What was typed and is not saved, by section; kept by the desk, so that another tab loses nothing. */
export type SettingsDrafts = Readonly<Record<string, Typed>>

interface SettingsPanelProps {
  drafts: SettingsDrafts
  onDrafts: (change: (drafts: SettingsDrafts) => SettingsDrafts) => void
}

const key = ['admin', 'settings']

/** What the owner decides while the product runs, one form for each section. */
export function SettingsPanel({ drafts, onDrafts }: SettingsPanelProps) {
  const client = useQueryClient()
  const settings = useQuery({ queryKey: key, queryFn: loadSettings, staleTime: 0, retry: false })
  const keep = (section: Section): void => {
    client.setQueryData<Awaited<ReturnType<typeof loadSettings>>>(
      key,
      (before) =>
        before && {
          ...before,
          sections: before.sections.map((each) => (each.key === section.key ? section : each)),
        },
    )
  }
  return (
    <>
      <header className={styles.top}>
        <h2>Settings</h2>
        <p>They apply at once, on every page. Each change is in the audit log.</p>
      </header>
      {settings.isError ? (
        <Notice
          tone="bad"
          title="The settings could not be loaded."
          actions={
            <Button size="small" variant="secondary" onClick={() => void settings.refetch()}>
              Try again
            </Button>
          }
        />
      ) : settings.data ? (
        <div className={styles.sections}>
          {settings.data.sections.map((section) => (
            <SectionForm
              key={section.key}
              section={section}
              typed={drafts[section.key]}
              onTyped={(typed) =>
                onDrafts(({ [section.key]: _, ...others }) =>
                  typed === undefined ? others : { ...others, [section.key]: typed },
                )
              }
              onSaved={keep}
              onReload={async () => void (await settings.refetch())}
            />
          ))}
        </div>
      ) : (
        <Skeleton shape="block" />
      )}
    </>
  )
}

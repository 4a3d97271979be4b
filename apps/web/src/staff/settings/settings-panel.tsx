import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { SectionForm } from './section-form.tsx'
import styles from './settings.module.css'
import { loadSettings, type Section } from './settings-api.ts'

const key = ['admin', 'settings']

/** The settings that an owner can change at run time, one form per section. */
export function SettingsPanel() {
  const { drafts, onDrafts } = useUnsavedWork().settings
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
        <p>Settings apply at once, on every page. Each change is recorded in the audit log.</p>
      </header>
      <Loaded query={settings} what="The settings">
        {({ sections }) => (
          <div className={styles.sections}>
            {sections.map((section) => (
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
        )}
      </Loaded>
    </>
  )
}

import type { listSettings } from '#platform/contract/settings-contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { SectionForm } from './section-form.tsx'
import styles from './settings.module.css'

/** The settings that an owner can change at run time, one form per section. */
export function SettingsPanel() {
  const { drafts, onDrafts } = useUnsavedWork().settings
  const settings = useAnswer<typeof listSettings>('/api/settings', {})
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
                onReload={async () => void (await settings.refetch())}
              />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}

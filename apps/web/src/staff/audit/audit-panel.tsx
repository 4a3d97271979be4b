import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { readAudit } from '#platform/contract/settings-contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { excerpt } from '../content/difference-list.tsx'
import type { Column } from '../parts/column.ts'
import { dateTime } from '../parts/moments.ts'
import { Addressed, Aside, Beside, useOpened } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import { Views } from '../parts/views.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './audit.module.css'
import { type LogFilter, LogFilters, sameOptions, spanOf } from './log-filters.tsx'
import { LogPages } from './log-pages.tsx'
import { subjectParts } from './subject-words.ts'

type Entry = AnswerOf<typeof readAudit>['entries'][number]

const base = '/admin/operations/audit'

/** The audit log: changes, and sign-ins with changes of accounts. */
export function AuditPanel() {
  const client = useQueryClient()
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>Audit log</h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            void Promise.all(
              ['audit', 'activity'].map((log) => client.invalidateQueries({ queryKey: ['admin', log] })),
            )
          }
        >
          Refresh
        </Button>
      </header>
      <Views
        base={base}
        label="Views of the audit log"
        views={[
          { path: 'changes', label: 'Changes', element: <Addressed view={ChangeList} /> },
          { path: 'accounts', label: 'Sign-ins and accounts', element: <ActivityList /> },
        ]}
      />
    </div>
  )
}

const loadAudit = (filter: LogFilter, before?: number) =>
  call<typeof readAudit>('GET', '/api/audit', {
    query: {
      ...(filter.who !== '' && { by: filter.who }),
      ...(filter.what !== '' && { action: filter.what }),
      // An action that is asked for by name is shown also if it is a read.
      ...(filter.reads === '' && filter.what === '' && { reads: 'without' as const }),
      ...spanOf(filter, before),
    },
  })

/** Changes of content, pictures, leads and settings, newest first. */
function ChangeList() {
  return (
    <LogPages
      name="audit"
      load={loadAudit}
      what="The audit log"
      empty={
        <p className={styles.faint}>
          Nothing has been changed yet. Every save, publish and setting will be listed here. To see who read
          personal data, show the reads.
        </p>
      }
      filters={(filter, onFilter, newest) => (
        <LogFilters
          filter={filter}
          onFilter={onFilter}
          withReads
          who={{ label: 'Person', all: 'Everyone', options: sameOptions(newest?.people ?? []) }}
          what={{ label: 'Action', all: 'All actions', options: sameOptions(newest?.actions ?? []) }}
        />
      )}
    >
      {(entries) => <Entries entries={entries} />}
    </LogPages>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const opened = useOpened(`${base}/changes`)
  const entry = entries.find(({ id }) => String(id) === opened.id)
  return (
    <Beside
      aside={
        entry ? (
          <Aside key={entry.id} opened={opened} label="Entry" title={`${entry.action} by ${entry.by}`}>
            <p>
              <Subject entry={entry} />
            </p>
            <p className={styles.faint}>{dateTime(entry.at)}</p>
            <dl className={styles.changes}>
              {entry.changes.map((change) => (
                <div key={change.path}>
                  <dt>{change.path}</dt>
                  <dd>
                    <del>{excerpt(change.before)}</del> <ins>{excerpt(change.after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
            {entry.changed > entry.changes.length ? (
              <p className={styles.faint}>The other fields are in the version itself.</p>
            ) : null}
          </Aside>
        ) : null
      }
    >
      <Table
        caption="Entries of the audit log, newest first"
        columns={columns}
        rows={entries}
        keyOf={({ id }) => String(id)}
        to={({ id }) => opened.addressOf(String(id))}
        chosen={opened.id}
        whole
      />
    </Beside>
  )
}

const columns: Column<Entry>[] = [
  { id: 'at', label: 'When', nowrap: true, namesRow: true, cell: ({ at }) => dateTime(at) },
  { id: 'by', label: 'Person', cell: ({ by }) => <bdi>{by}</bdi> },
  { id: 'action', label: 'Action', cell: ({ action }) => action },
  { id: 'subject', label: 'Subject', folds: true, cell: (entry) => <Subject entry={entry} /> },
  { id: 'fields', label: 'Fields', numeric: true, folds: true, cell: ({ changed }) => changed || '' },
]

/** Leads and cohorts are links. */
const Subject = ({ entry: { subject } }: { entry: Entry }): ReactNode =>
  subjectParts(subject).map(({ words, to, id }) =>
    to === undefined ? (
      words
    ) : (
      <Link key={id} to={to} title={id}>
        {words}
      </Link>
    ),
  )

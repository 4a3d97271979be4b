import { ArrowDown, ArrowUp, ExternalLink, Plus, Trash2 } from 'lucide-react'
import { assetAddress } from '../../lib/assets.ts'
import { useConfig } from '../../lib/config.ts'
import { limits } from '../../lib/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx'
import styles from './admin.module.css'
import { blankLike, contentFormats, entryTitle, formats, kindOf, labelOf } from './field-kinds.ts'

export interface ValueProps {
  /** From the section to the value. */
  path: readonly string[]
  value: unknown
  onChange: (value: unknown) => void
}

/** Edits any value of the content by its name and form; groups and lists edit their parts. */
export function ValueEditor(props: ValueProps) {
  const { path, value, onChange } = props
  const name = path.at(-1) ?? ''
  const label = labelOf(name)
  switch (kindOf(path, value)) {
    case 'weighted':
      return <WeightedEditor {...props} />
    case 'segment':
      return <SegmentEditor {...props} />
    case 'switch':
      return (
        <Checkbox
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'number':
      return <NumberEditor {...props} />
    case 'colour':
      return <ColourEditor {...props} />
    case 'media':
      return <MediaEditor {...props} />
    case 'list':
      return <ListEditor {...props} />
    case 'group':
      return <GroupEditor {...props} />
    case 'text':
      return <Words label={label} value={String(value)} onChange={onChange} readOnly={name === 'id'} />
  }
}

interface WordsProps {
  label: string
  value: string
  onChange: (value: string) => void
  readOnly?: boolean
}

function Words({ label, value, onChange, readOnly = false }: WordsProps) {
  if (value.length > 70 || value.includes('\n')) {
    return (
      <TextArea
        label={label}
        rows={Math.min(Math.ceil(value.length / 80) + 1, 8)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <Field
      label={label}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function FormatSelect({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (format: string) => void
}) {
  return (
    <Select label="Format" value={value} onChange={(event) => onChange(event.target.value)}>
      {(name === 'content' ? contentFormats : formats).map((format) => (
        <option key={format}>{format}</option>
      ))}
    </Select>
  )
}

function WeightedEditor({ path, value, onChange }: ValueProps) {
  const name = path.at(-1) ?? ''
  const given =
    typeof value === 'object' && value !== null
      ? (value as { value?: string; format?: string })
      : { value: String(value) }
  const put = (next: { value: string; format: string }): void =>
    onChange(next.format === 'normal' ? next.value : next)
  const now = { value: given.value ?? '', format: given.format ?? 'normal' }
  return (
    <div className={styles.weighted}>
      <Words label={labelOf(name)} value={now.value} onChange={(words) => put({ ...now, value: words })} />
      <FormatSelect name={name} value={now.format} onChange={(format) => put({ ...now, format })} />
    </div>
  )
}

function SegmentEditor({ path, value, onChange }: ValueProps) {
  const segment = value as { text: string; format?: string }
  return (
    <div className={styles.weighted}>
      <Words label="Text" value={segment.text} onChange={(text) => onChange({ ...segment, text })} />
      <FormatSelect
        name={path.includes('content') ? 'content' : ''}
        value={segment.format ?? 'normal'}
        onChange={(format) => onChange({ ...segment, format })}
      />
    </div>
  )
}

function NumberEditor({ path, value, onChange }: ValueProps) {
  const name = path.at(-1) ?? ''
  const bounds =
    name === 'order' ? { min: limits.orderMin, max: limits.orderMax, help: '1 to 10' } : { min: 0, max: 60 }
  return (
    <Field
      label={labelOf(name)}
      type="number"
      {...bounds}
      value={String(value)}
      onChange={(event) => {
        const typed = Number(event.target.value)
        if (Number.isFinite(typed)) onChange(Math.min(Math.max(Math.round(typed), bounds.min), bounds.max))
      }}
    />
  )
}

function ColourEditor({ path, value, onChange }: ValueProps) {
  return (
    <div className={styles.colour}>
      <span className={styles.swatch} style={{ background: String(value) }} aria-hidden="true" />
      <Field
        label={labelOf(path.at(-1) ?? '')}
        value={String(value)}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function MediaEditor({ path, value, onChange }: ValueProps) {
  const config = useConfig()
  const name = String(value)
  return (
    <div className={styles.media}>
      <Field
        label={labelOf(path.at(-1) ?? '')}
        value={name}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <a className={styles.view} href={assetAddress(name, config)} target="_blank" rel="noopener">
        View
        <span className="visually-hidden"> {name} in a new tab</span>
        <ExternalLink aria-hidden="true" strokeWidth={1.5} />
      </a>
    </div>
  )
}

function GroupEditor({ path, value, onChange }: ValueProps) {
  const group = value as Record<string, unknown>
  return (
    <fieldset className={styles.group}>
      <legend>{labelOf(path.at(-1) ?? '')}</legend>
      {Object.entries(group).map(([name, part]) => (
        <ValueEditor
          key={name}
          path={[...path, name]}
          value={part}
          onChange={(next) => onChange({ ...group, [name]: next })}
        />
      ))}
    </fieldset>
  )
}

function ListEditor({ path, value, onChange }: ValueProps) {
  const list = value as unknown[]
  const name = path.at(-1) ?? ''
  function move(from: number, to: number): void {
    const moved = [...list]
    const [entry] = moved.splice(from, 1)
    moved.splice(to, 0, entry)
    onChange(moved)
  }
  return (
    <fieldset className={styles.group}>
      <legend>{labelOf(name)}</legend>
      <ol className={styles.entries}>
        {list.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          <li key={index} className={styles.entry}>
            <div className={styles.entryHead}>
              <strong>{entryTitle(entry, index)}</strong>
              <span className={styles.tools}>
                <Tool
                  label={`Move ${entryTitle(entry, index)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                  icon={<ArrowUp />}
                />
                <Tool
                  label={`Move ${entryTitle(entry, index)} down`}
                  disabled={index === list.length - 1}
                  onClick={() => move(index, index + 1)}
                  icon={<ArrowDown />}
                />
                <Tool
                  label={`Remove ${entryTitle(entry, index)}`}
                  disabled={list.length === 1}
                  onClick={() => onChange(list.filter((_, at) => at !== index))}
                  icon={<Trash2 />}
                />
              </span>
            </div>
            <Entry
              path={path}
              index={index}
              value={entry}
              onChange={(next) => onChange(list.map((each, at) => (at === index ? next : each)))}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="quiet"
        size="small"
        icon={<Plus aria-hidden="true" />}
        onClick={() => onChange([...list, blankLike(list.at(-1) ?? 'New text', list)])}
      >
        Add to {labelOf(name).toLowerCase()}
      </Button>
    </fieldset>
  )
}

function Entry({ path, index, value, onChange }: ValueProps & { index: number }) {
  const here = [...path, String(index)]
  if (typeof value !== 'object' || value === null || kindOf(here, value) === 'segment') {
    return <ValueEditor path={here} value={value} onChange={onChange} />
  }
  return Object.entries(value).map(([name, part]) => (
    <ValueEditor
      key={name}
      path={[...here, name]}
      value={part}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  ))
}

function Tool({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string
  icon: React.ReactNode
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

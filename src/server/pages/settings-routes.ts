import { z } from 'zod'
import type { AuditLog, AuditRow } from '#platform/audit/audit-log.ts'
import {
  listSettings,
  readAudit,
  type SettingsSection,
  saveSettings,
} from '#platform/contract/settings-contract.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { sees } from '#platform/kernel/waiting-work.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import type { SettingForm, SettingState, Settings } from '#platform/settings/settings.ts'

/** The settings, and the audit. `forms` are the sections that the modules declared. */
export function mountSettingsRoutes(
  api: ApiRouter,
  settings: Settings,
  forms: readonly SettingForm[],
  audit: AuditLog,
): void {
  const formsOf = ({ role }: StaffActor) => forms.filter(({ editors = [] }) => sees(role, ...editors))
  api.serve(listSettings, async (_, { actor }) => {
    const allowed = formsOf(actor)
    const states = await settings.states(allowed)
    return { sections: allowed.map((form, at) => shown(form, states[at]!)) }
  })
  api.serve(saveSettings, async ({ params, body }, call) => {
    const form = formsOf(call.actor).find(({ key }) => key === params.key)
    if (form === undefined) {
      throw new AppError('not-found', 'SETTINGS_NOT_FOUND', `There are no settings called "${params.key}".`)
    }
    demandKnownFields(form, body.values)
    if (form.isPrinted) await assertPrintable({ values: body.values })
    await settings.write(form, body.values, call.actor.username, body.revision)
    return { section: shown(form, await settings.state(form)) }
  })
  api.serve(readAudit, async ({ query }, call) => {
    const [found, choices] = await Promise.all([audit.entries(query), audit.choices()])
    return { ...choices, entries: call.actor.role === 'viewer' ? found.map(withoutEmails) : found }
  })
}

/** Removes mail addresses from all strings of an entry, for viewers. */
function withoutEmails(entry: AuditRow): AuditRow {
  const hidden = JSON.stringify(entry, (_, part: unknown) =>
    typeof part === 'string' ? part.replace(/[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+/gu, '(address hidden)') : part,
  )
  return { ...(JSON.parse(hidden) as AuditRow), at: entry.at }
}

function shown(
  form: SettingForm,
  { values, revision, updatedBy, updatedAt }: SettingState<z.ZodObject>,
): SettingsSection {
  const { key, title, description } = form
  const schema = z.toJSONSchema(form.schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return {
    key,
    title,
    description,
    schema,
    revision,
    updatedBy,
    values: values as Record<string, unknown>,
    updatedAt,
  }
}

/** Refuses unknown fields: silently dropped, they would look saved. */
function demandKnownFields(form: SettingForm, values: Record<string, unknown>): void {
  const unknown = Object.keys(values).filter((field) => !Object.hasOwn(form.schema.shape, field))
  if (unknown.length === 0) return
  const message = 'there is no such setting.'
  const errors = unknown.map((field) => `${field}: ${message}`)
  const fields = unknown.map((field) => ({ path: `values.${field}`, message }))
  throw new AppError('invalid', 'settings.invalid', errors.join(' '), { errors, fields })
}

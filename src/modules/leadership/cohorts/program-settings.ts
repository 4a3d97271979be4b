import { z } from 'zod'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

const credits = settingLine(6).regex(
  /^(\d{1,3}(\.(0|00|25|5|50|75))?)?$/,
  'must be a number such as 24 or 24.25',
)

/** When a participant has attended a lab, and what records of hours print. */
export const programSettings = {
  key: 'program',
  title: 'Attendance and record of hours',
  description:
    'When a participant has attended a live lab, and what the record of hours prints for SHRM and PMI. Enter only what they have assigned to you: an empty field is not printed.',
  isPrinted: true,
  schema: z.object({
    attendanceMinutes: z.number().int().min(1).max(480).default(60).meta({
      title: 'Minutes from which on a lab is attended',
      description: 'Suggested when the participant list of a meeting is read. Staff can decide otherwise.',
    }),
    providerName: settingLine(80).default('').meta({
      title: 'Provider on the record of hours',
      description: 'As registered at SHRM and PMI. Empty: the name of the site.',
    }),
    shrmActivityId: settingLine(40).default('').meta({ title: 'SHRM activity ID' }),
    shrmPdcs: credits.default('').meta({
      title: 'Approved SHRM PDCs',
      description: 'For the whole program, in steps of 0.25.',
    }),
    pmiProviderId: settingLine(40).default('').meta({ title: 'PMI provider number' }),
    pmiActivityId: settingLine(40).default('').meta({ title: 'PMI activity ID' }),
    pmiPdus: credits.default('').meta({
      title: 'Approved PMI PDUs',
      description: 'For the whole program, in steps of 0.25.',
    }),
  }),
} satisfies SettingForm

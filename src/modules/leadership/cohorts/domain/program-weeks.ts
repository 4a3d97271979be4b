import { finalAccount } from './cohort-record.ts'

/** A week of the program as the participants of a cohort see it. The final account has an assignment only. */
export interface ProgramWeek {
  theme: string
  lab: string
  assignment: string
  /** What counts as done; '' for no word of it. */
  done: string
  material: { title: string; url: string }[]
  /** The links to the recordings of the labs, in the order of the plan; '' for none yet. */
  recordings: string[]
}

/** Weeks by their number, from 1; `finalAccount` is the last one. */
export type ProgramWeeks = Record<number, ProgramWeek>

export const noWeek: ProgramWeek = {
  theme: '',
  lab: '',
  assignment: '',
  done: '',
  material: [],
  recordings: [],
}

/** The numbers of the weeks and of the final account. */
export const weekNumbers: readonly number[] = Array.from({ length: finalAccount }, (_, at) => at + 1)

/** JSON with a fixed order of fields: a stored week has its fields in another order than a week from a request. */
const canonicalJson = ({ theme, lab, assignment, done, material, recordings }: ProgramWeek): string =>
  JSON.stringify([theme, lab, assignment, done, material.map(({ title, url }) => [title, url]), recordings])

export const sameWeek = (one: ProgramWeek | undefined, other: ProgramWeek): boolean =>
  one !== undefined && canonicalJson(one) === canonicalJson(other)

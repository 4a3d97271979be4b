/** The ordinal of a repeated thing, by its index from 0. */
export const ordinals = ['First', 'Second', 'Third', 'Fourth']

/** The weeks of the coaching sessions, where no cohort says others. */
export const usualCoachingWeeks: readonly number[] = [4, 9]

/** "First private coaching session" for a week that has one, else ''. */
export function coachingInWeek(week: number, coachingWeeks: readonly number[] = usualCoachingWeeks): string {
  const ordinal = ordinals[coachingWeeks.indexOf(week)]
  return ordinal === undefined ? '' : `${ordinal} private coaching session`
}

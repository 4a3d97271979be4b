import { dayInWords } from '../domain/cohort-plan.ts'

/** `over`: the offer ended before its mail could be delivered. */
export type WaitMailKind = 'joined' | 'offered' | 'over' | 'cancelled'

/** The text of a mail to a person on a wait list. @param start the cohort's first day in words. @param until the end of the offer */
export function waitMailText(kind: WaitMailKind, start: string, until: Date | null) {
  if (kind === 'joined')
    return {
      subject: 'You are on the wait list',
      preheader: `The cohort that starts on ${start}.`,
      heading: 'You are on the wait list',
      paragraphs: [
        `The cohort that starts on ${start} is full. When a place becomes free and you are next, it is kept for you and we write to you. Whoever joined first comes first.`,
        'On the page below you see how it stands, and you can leave the list.',
      ],
      label: 'Open your wait list entry',
    }
  if (kind === 'offered')
    return {
      subject: 'A place is kept for you',
      preheader: `The cohort that starts on ${start}.`,
      heading: 'A place is kept for you',
      paragraphs: [
        `A place in the cohort that starts on ${start} has become free, and you are next. It is kept for you until the time below; then it goes to the next person.`,
      ],
      rows: [{ label: 'Kept for you until', value: `${utcMinute(until)} UTC` }],
      label: 'Take the place',
    }
  if (kind === 'over')
    return {
      subject: 'The time for your place is over',
      preheader: `The cohort that starts on ${start}.`,
      heading: 'The time for your place is over',
      paragraphs: [
        `A place in the cohort that starts on ${start} was kept for you until the time below. We could not deliver the mail that told you so; we are sorry. The place has gone to the next person. You can join the wait list again on the program page.`,
      ],
      rows: [{ label: 'Kept for you until', value: `${utcMinute(until)} UTC` }],
      label: 'See the dates',
    }
  return {
    subject: 'The cohort you wait for is cancelled',
    preheader: `It was to start on ${start}.`,
    heading: 'The cohort you wait for is cancelled',
    paragraphs: [
      `The cohort that was to start on ${start} is cancelled, and its wait list is closed. The dates that are open stand on the program page.`,
    ],
    label: 'See the dates',
  }
}

/** `Monday, March 7, 2033, 18:05` */
const utcMinute = (until: Date | null): string =>
  until === null
    ? ''
    : `${dayInWords(until.toISOString().slice(0, 10))}, ${until.toISOString().slice(11, 16)}`

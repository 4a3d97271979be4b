import type { Fields } from '../sections/tree.ts'

/** The twelve weeks: the Blueprint, its four attributes, its four behaviors, and three weeks to bring them together. */
export const programSyllabus: NonNullable<Fields<'certification-program'>['syllabus']> = [
  {
    theme: 'Where you stand',
    lab: 'The Blueprint on one page, and a decision of yours read through it.',
    assignment: 'Ask three people what they would not tell you unasked.',
  },
  {
    theme: 'Self-knowledge',
    lab: 'What you do under pressure, told by those who saw it.',
    assignment: 'Keep a log of one week: what you said, and what you meant.',
  },
  {
    theme: 'Integrity',
    lab: 'Promises that cost something: which you keep, and which you renegotiate.',
    assignment: 'List what you have promised, and close or withdraw each.',
  },
  {
    theme: 'Purpose',
    lab: 'Saying what the work is for without a slogan.',
    assignment: 'Explain one unpopular priority to those who carry it.',
    note: 'First private coaching session',
  },
  {
    theme: 'Humility',
    lab: 'Being wrong in front of others, early and without drama.',
    assignment: 'Reverse one decision in the open, and say what changed your mind.',
  },
  {
    theme: 'Tell the truth early',
    lab: 'Bad news in its first hour: rehearsed with your cohort.',
    assignment: 'Bring one problem up before anybody asks.',
  },
  {
    theme: 'Listen to change your mind',
    lab: 'Questions that are not answers in disguise.',
    assignment: 'Hold one meeting in which you only ask.',
  },
  {
    theme: 'Decide in the open',
    lab: 'Who decides, by when, on what grounds: written down before the meeting.',
    assignment: 'Publish one decision with its reasons and its price.',
  },
  {
    theme: 'Grow the person beside you',
    lab: 'Handing over something that matters, and not taking it back.',
    assignment: 'Give away one task that you are known for.',
    note: 'Second private coaching session',
  },
  {
    theme: 'All eight under load',
    lab: 'One hard case from your work, played through by the cohort.',
    assignment: 'Choose your final project: one change that others can see.',
  },
  {
    theme: 'The final project',
    lab: 'Drafts are read by peers who have no reason to be kind.',
    assignment: 'Carry it out, and ask those concerned what they noticed.',
  },
  {
    theme: 'What changed',
    lab: 'You present it to people who knew how it was before.',
    assignment: 'Agree with your team on what stays.',
    note: 'Credential and badge',
  },
]

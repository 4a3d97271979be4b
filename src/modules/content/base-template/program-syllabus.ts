import type { Fields } from '../sections/tree.ts'

/** The twelve weeks: the Blueprint, its four attributes, its four behaviors, and three weeks to bring them together. */
export const programSyllabus: NonNullable<Fields<'certification-program'>['syllabus']> = [
  {
    theme: 'Where you stand',
    lab: 'The Blueprint on one page, and a decision of yours read through it.',
    assignment: 'Ask three people what they would not tell you unasked.',
    done: 'You have asked three people, and written down word for word what each said, with one line on what surprised you.',
  },
  {
    theme: 'Self-knowledge',
    lab: 'What you do under pressure, told by those who saw it.',
    assignment: 'Keep a log of one week: what you said, and what you meant.',
    done: 'The log covers five working days, with at least ten entries, and names the moment in which the gap was widest.',
  },
  {
    theme: 'Integrity',
    lab: 'Promises that cost something: which you keep, and which you renegotiate.',
    assignment: 'List what you have promised, and close or withdraw each.',
    done: 'Every promise on the list has a date and an owner, and at least one is closed or withdrawn by telling the person concerned.',
  },
  {
    theme: 'Purpose',
    lab: 'Saying what the work is for without a slogan.',
    assignment: 'Explain one unpopular priority to those who carry it.',
    done: 'You have explained it in person, and written down the first question that came back and your answer to it.',
  },
  {
    theme: 'Humility',
    lab: 'Being wrong in front of others, early and without drama.',
    assignment: 'Reverse one decision in the open, and say what changed your mind.',
    done: 'The people affected have heard it from you, with the reason. You name the decision, the day and who was there.',
  },
  {
    theme: 'Tell the truth early',
    lab: 'Bad news in its first hour: rehearsed with your cohort.',
    assignment: 'Bring one problem up before anybody asks.',
    done: 'You say what the problem was, whom you told, how early that was, and what happened next.',
  },
  {
    theme: 'Listen to change your mind',
    lab: 'Questions that are not answers in disguise.',
    assignment: 'Hold one meeting in which you only ask.',
    done: 'You list the questions that you asked, and name one thing that you now see differently.',
  },
  {
    theme: 'Decide in the open',
    lab: 'Who decides, by when, on what grounds: written down before the meeting.',
    assignment: 'Publish one decision with its reasons and its price.',
    done: 'Those affected can read it: the decision, who took it, the reasons, and what it costs. You hand in the text.',
  },
  {
    theme: 'Grow the person beside you',
    lab: 'Handing over something that matters, and not taking it back.',
    assignment: 'Give away one task that you are known for.',
    done: 'The task has a new owner who may decide without you. You name the date, and one decision that you left alone.',
  },
  {
    theme: 'All eight under load',
    lab: 'One hard case from your work, played through by the cohort.',
    assignment: 'Choose your final project: one change that others can see.',
    done: 'One page: the change, who will notice it, how you will know, and the first step with its date.',
  },
  {
    theme: 'The final project',
    lab: 'Drafts are read by peers who have no reason to be kind.',
    assignment: 'Carry it out, and ask those concerned what they noticed.',
    done: 'You have the answers of at least three people concerned, and say what they noticed that you had not expected.',
  },
  {
    theme: 'What changed',
    lab: 'You present it to people who knew how it was before.',
    assignment: 'Agree with your team on what stays.',
    done: 'Your team has agreed on one practice that stays. You hand in its wording, and who keeps watch over it.',
    note: 'Credential and badge',
  },
]

/** What a participant hands in after the twelve weeks. */
export const finalAccount: NonNullable<Fields<'certification-program'>['finalAccount']> = {
  assignment:
    'Give an account of one change at your work: how it was before, what you did, and what others notice now.',
  done: 'It is about one change that others can see, quotes at least two of the people concerned, and says what did not work.',
}

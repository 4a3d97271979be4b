import type { Fields } from '../sections/tree.ts'

/** One live lab of ninety minutes, part by part. */
export const programLab: NonNullable<Fields<'certification-program'>['labSection']> = {
  title: 'What a lab looks like',
  description:
    'Ninety minutes on video, a group of six and one instructor, cameras on. Nobody lectures: you work on a case that one of you brings, on a page that all of you see.',
  media: {
    desktop: { picture: 'art/live-lab.svg' },
    alt: 'A drawn screen: on the left the page that is worked on, with four questions about one decision; on the right the six people of a group, one of them speaking.',
  },
  parts: [
    {
      minutes: 10,
      title: 'What happened',
      description:
        'Each says in one sentence what came of last week’s assignment. Failures count as results.',
    },
    {
      minutes: 15,
      title: 'The theme',
      description: 'The instructor shows this week’s part of the Blueprint at work in one real decision.',
    },
    {
      minutes: 40,
      title: 'Your case',
      description:
        'One of you brings a live case. The others ask, rehearse the conversation, and take the other side.',
    },
    {
      minutes: 15,
      title: 'In pairs',
      description: 'The same question to your own work, with one other person who knows your context by now.',
    },
    {
      minutes: 10,
      title: 'What you will do',
      description:
        'You write down the assignment: what, with whom, by when. Your cohort asks about it next week.',
    },
  ],
}

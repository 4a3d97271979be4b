import type { SectionOf } from '../sections/tree.ts'

/** Five cards about why authority alone stopped being enough. */
export const homeTimeline: SectionOf<'ideation-reality'> = {
  id: 'ideation-reality',
  type: 'timeline',
  fields: {
    title: 'The Rise of Real Leadership',
    subtitle: 'How authority stopped being enough, in five steps.',
    timelineItems: [
      {
        id: 'command',
        order: 1,
        boxTitle: 'Leadership Once Meant Command',
        onHoverDesc: 'One voice at the top, orders on the way down.',
        descTitle: 'The pyramid',
        descText:
          'When work could be seen and counted, the person with the plan gave the orders. It was fast, and it was enough, because those who did the work were never asked what they knew.',
        media: {
          desktop: { illustration: 'art/timeline-command.svg' },
          mobile: { illustration: 'art/timeline-command.svg' },
        },
      },
      {
        id: 'cracks',
        order: 2,
        boxTitle: 'The Cracks Began to Show',
        onHoverDesc: 'Knowledge moved outward. Authority did not.',
        descTitle: 'The fault line',
        descText:
          'Specialists came to know more than their managers, and bad news took longer to climb than problems took to grow. People learned to say what was safe. Good ones left.',
        media: {
          desktop: { illustration: 'art/timeline-cracks.svg' },
          mobile: { illustration: 'art/timeline-cracks.svg' },
        },
      },
      {
        id: 'not-optional',
        order: 3,
        boxTitle: "Authenticity Isn't Optional Anymore",
        onHoverDesc: 'Every gap between word and deed is now visible.',
        descTitle: 'The open section',
        descText:
          'A promise made in one room is read in every other by evening. A leader who is one person in the all-hands and another in the corridor is found out in a week, not in a career.',
        media: {
          desktop: { illustration: 'art/timeline-section.svg' },
          mobile: { illustration: 'art/timeline-section.svg' },
        },
      },
      {
        id: 'new-era',
        order: 4,
        boxTitle: '{product} Leads the New Era',
        onHoverDesc: 'A Blueprint you can practice, not a mood you can fake.',
        descTitle: 'The Blueprint',
        descText:
          'We took what trusted leaders do, wrote it down as four attributes and four behaviors, and built twelve weeks of practice around it: tried on Monday, looked at with peers on Thursday.',
        media: {
          desktop: { illustration: 'art/timeline-blueprint.svg' },
          mobile: { illustration: 'art/timeline-blueprint.svg' },
        },
      },
      {
        id: 'real-leaders',
        order: 5,
        boxTitle: 'The Era of Real Leaders Begins Here',
        onHoverDesc: 'With the next conversation you would rather avoid.',
        descTitle: 'Your turn',
        descText:
          'Movements are made of people who start before they are sure. Leave your name below, and we will tell you what the first week looks like and whether it fits you.',
        media: {
          desktop: { illustration: 'art/timeline-begin.svg' },
          mobile: { illustration: 'art/timeline-begin.svg' },
        },
      },
    ],
    pathImages: [
      { from: 'command', to: 'cracks', image: 'art/path-1.svg' },
      { from: 'cracks', to: 'not-optional', image: 'art/path-2.svg' },
      { from: 'not-optional', to: 'new-era', image: 'art/path-1.svg' },
      { from: 'new-era', to: 'real-leaders', image: 'art/path-2.svg' },
    ],
  },
}

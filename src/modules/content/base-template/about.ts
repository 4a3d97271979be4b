import type { Page } from '../sections/tree.ts'
import { people } from './people.ts'

export const about: Page = {
  route: '/about',
  title: 'About us',
  description:
    'Why we think leadership is a craft that can be taught, what we stand for, and how the Blueprint came to be.',
  image: 'preview-about.png',
  sections: [
    {
      id: 'about-hero',
      type: 'hero',
      fields: {
        title: 'We teach the part of leadership that cannot be delegated',
        content: [
          { text: '{product} began with a question we kept hearing after workshops: ' },
          { text: 'why does this make sense in the room and fall apart on Monday?', format: 'medium' },
          {
            text: ' The answer was uncomfortable. Most leadership training teaches people what to say. Teams watch what happens next.',
          },
          {
            text: '\n\nSo we turned it round. We looked at leaders whose people would follow them to another company, and wrote down what they do when it is inconvenient. Eight things kept coming back: ',
          },
          {
            text: 'four attributes that hold a leader steady, and four behaviors that let others rely on it.',
            format: 'semibold',
          },
          {
            text: ' That is the Blueprint. It fits on one page. Living by it takes practice, and practice is what we offer.',
          },
        ],
        media: {
          desktop: { illustration: 'art/about-hero.svg' },
          mobile: { illustration: 'art/about-hero.svg' },
        },
      },
    },
    people,
    {
      id: 'mission-vision',
      type: 'mission-vision',
      fields: {
        cards: [
          {
            title: 'Mission',
            content:
              'To make trustworthy leadership a skill that can be taught, practiced and shown: to give every leader who is willing to be watched the means to become worth following.',
          },
          {
            title: 'Vision',
            content:
              'Workplaces where people say early what they know, where a decision can be explained to those it touches, and where nobody has to leave a job in order to escape a manager.',
          },
        ],
        ctaSection: {
          title: 'Start with the next conversation',
          description:
            'Leave your name, and we will tell you what the first week looks like and whether it fits you.',
        },
      },
    },
  ],
}

import type { Page } from './shapes.ts'

/** The front page. Figures without a source note are promises of the programme, not research. */
export const home: Page = {
  route: '/home',
  title: 'Home',
  description:
    'A twelve-week certification for leaders who want to be believed: one Blueprint, four attributes, four behaviours, practised on your real work.',
  image: 'preview.png',
  sections: [
    {
      id: 'carousel',
      type: 'carousel',
      fields: {
        autoplaySeconds: 0,
        slides: [
          {
            id: 'item-1',
            order: 1,
            title: {
              lines: [{ text: 'Leadership that' }, { text: 'holds under load' }],
              highlight: { text: 'holds under load', colour: '#C06014' },
            },
            subtitle: { value: 'For leaders and the organizations that depend on them' },
            description: {
              value:
                'People follow what you do when it costs you something. The Blueprint trains exactly that: four attributes, four behaviours, twelve weeks of practice on your real work.',
            },
            media: {
              desktop: { illustration: 'art/slide-keel.svg' },
              mobile: { illustration: 'art/slide-keel.svg' },
            },
          },
          {
            id: 'item-2',
            order: 3,
            title: {
              lines: [{ text: 'Build the bridge' }, { text: 'others cross' }],
              highlight: { text: 'others cross', colour: '#C06014' },
            },
            subtitle: { value: 'Four behaviours' },
            description: {
              value:
                'Tell the truth early. Listen to change your mind. Decide in the open. Grow the person beside you. Small acts, repeated until people rely on them.',
            },
            media: {
              desktop: { illustration: 'art/slide-bridge.svg' },
              mobile: { illustration: 'art/slide-bridge.svg' },
            },
          },
          {
            id: 'item-3',
            order: 2,
            title: {
              lines: [{ text: 'What is below' }, { text: 'carries the rest' }],
              highlight: { text: 'carries the rest', colour: '#C06014' },
            },
            subtitle: { value: 'Four attributes' },
            description: {
              value:
                'Self-knowledge, integrity, purpose, humility. Nobody sees them directly. Everybody notices when they are missing.',
            },
            media: {
              desktop: { illustration: 'art/slide-roots.svg' },
              mobile: { illustration: 'art/slide-roots.svg' },
            },
          },
          {
            id: 'item-4',
            order: 4,
            title: {
              lines: [{ text: 'A bearing' }, { text: 'you can defend' }],
              highlight: { text: 'you can defend', colour: '#C06014' },
            },
            subtitle: { value: 'The certification' },
            description: {
              value:
                'A cohort of peers, two private coaching sessions, and a credential that shows what you practised rather than what you attended.',
            },
            media: {
              desktop: { illustration: 'art/slide-compass.svg' },
              mobile: { illustration: 'art/slide-compass.svg' },
            },
          },
        ],
      },
    },
    {
      id: 'certification',
      type: 'certification',
      fields: {
        title: 'Authentic Leader Certification powered by {product}',
        description:
          'A 12-week, expert-led program for people who already lead and want to be trusted more than they are obeyed. Each week you take one part of the Blueprint into a meeting, a decision or a conversation you were going to have anyway, and your cohort helps you see what happened.',
        buttonText: 'Start Your Certification Journey',
        features: [
          {
            title: 'Recognized Certificate',
            description:
              'A digital credential and badge, valid for two years and checkable by anyone you show it to.',
            icon: 'award',
          },
          {
            title: 'Expert Instructors',
            description:
              'Taught by people who have carried a team through a bad year and can say what they got wrong.',
            icon: 'users',
          },
          {
            title: 'Flexible Schedule',
            description: 'Live labs at two times of day, everything recorded, about three hours a week.',
            icon: 'calendar-clock',
          },
        ],
        trustIndicator: 'Trusted by over 1,000 authentic leaders—and counting',
        sourceNote: 'Our own figures: participants of programs, workshops and labs to date.',
        media: {
          desktop: { certificate: 'art/certificate.svg' },
          mobile: { certificate: 'art/certificate.svg' },
        },
        colors: { primary: '#C06014', secondary: '#292929' },
      },
    },
    {
      id: 'leadership-cost-section',
      type: 'leadership-cost',
      fields: {
        title: 'Poor leadership is already in your budget',
        subtitle: 'It is only booked under other names: recruiting, overtime, missed quarters, sick leave.',
        statistics: [
          { value: '37%', label: 'higher turnover in poorly led teams', sourceNote: 'Our own figures.' },
          { value: '$3.1M', label: 'yearly cost for mid-sized companies', sourceNote: 'Our own figures.' },
          { value: '18%', label: 'productivity drop', sourceNote: 'Our own figures.' },
          { value: '22%', label: 'more unplanned absences', sourceNote: 'Our own figures.' },
        ],
        benefits: [
          {
            title: 'Reduce Turnover',
            description:
              'See what each departure costs you, and what part of it a better manager would have kept.',
            icon: 'trending-down',
          },
          {
            title: 'Boost Profits',
            description: 'Put a number on lost output, slow hiring and ideas nobody dared to raise.',
            icon: 'trending-up',
          },
        ],
        ctaSection: {
          title: 'What does it cost you?',
          description:
            'Eight figures you already know, one honest estimate. It takes four minutes and asks for no e-mail.',
          buttonText: 'Run the Numbers!',
        },
      },
    },
    {
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
            onHoverDesc: 'A Blueprint you can practise, not a mood you can fake.',
            descTitle: 'The Blueprint',
            descText:
              'We took what trusted leaders do, wrote it down as four attributes and four behaviours, and built twelve weeks of practice around it: tried on Monday, looked at with peers on Thursday.',
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
    },
    {
      id: 'book',
      type: 'book',
      fields: {
        title: 'Forthcoming Book',
        subtitle: 'The Rise of Real Leadership: how trust replaced command, and how to earn it',
        description:
          'Eight chapters, one for each attribute and behaviour of the Blueprint, each built on a decision that somebody had to make without knowing how it would end. Reserved copies come signed, before the book is in the shops.',
        buttonText: 'Contact Me To Reserve Your Copy',
        media: { desktop: { cover: 'art/book-cover.svg' }, mobile: { cover: 'art/book-cover.svg' } },
      },
    },
    {
      id: 'whitepaper',
      type: 'whitepaper',
      fields: {
        title: 'AUTHENTICITY THAT DELIVERS',
        subtitle: 'The Hidden ROI of Real Leadership',
        description:
          'What leadership gaps cost, how we calculate it, and the four places where a change of behaviour shows first. Written for whoever has to defend the budget.',
        buttonText: 'DOWNLOAD WHITEPAPER',
        media: { desktop: { illustration: 'art/strata.svg' }, mobile: { illustration: 'art/strata.svg' } },
      },
    },
    {
      id: 'lead-form',
      type: 'lead-form',
      fields: {
        title: { part1: 'Join', part2: 'the Movement' },
        subtitle:
          'Tell us who you are and what you are trying to change. A person reads it and answers within one business day.',
        buttonText: 'Join the Movement',
        contactInfo: { title: 'Rather talk to someone?', email: '', phone: '' },
      },
    },
  ],
}

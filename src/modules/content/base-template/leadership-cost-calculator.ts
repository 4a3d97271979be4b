import type { Page } from '../sections/tree.ts'

export const leadershipCostCalculator: Page = {
  route: '/leadership-cost-calculator',
  title: 'Leadership Cost Calculator',
  description:
    'Estimate what leadership gaps cost your organization in a year, with the formula and every research source in view.',
  image: 'preview-calculator.png',
  sections: [
    {
      id: 'calculator',
      type: 'calculator',
      fields: {
        title: "What's the Real Cost of Leadership Gaps in Your Team?",
        subtitle:
          'Enter what you know, and take the rest from published research. The estimate moves as you type.',
        sectionHeading: 'Your organization',
        banner: 'All fields are confidential',
        infoCards: [
          {
            title: 'Financial Impact',
            content: 'Up to 9% of revenue is lost where leadership gaps stay open.',
            value: '9%',
            icon: 'circle-dollar-sign',
            sourceNote: 'Our own figures.',
          },
          {
            title: 'Talent Retention',
            content: 'Disengagement is 34% higher, and replacing a person costs 50 to 200% of their salary.',
            value: '34%',
            icon: 'users',
            sourceNote: 'Our own figures; on the cost of replacing a person: Gallup, 2019.',
            sourceUrl:
              'https://www.gallup.com/workplace/247391/fixable-problem-costs-businesses-trillion.aspx',
          },
          {
            title: 'Growth Potential',
            content: 'Ideas reach the market 2 to 3 times faster, with an EBITDA lift of 5%+.',
            value: '2–3×',
            icon: 'trending-up',
            sourceNote: 'Our own figures.',
          },
        ],
        marketing: {
          title: 'Why INAUTHENTIC Leadership Costs Matter',
          subtitle:
            'What participants report after the program. Every one is our own figure, and yours may differ.',
          cards: [
            {
              title: 'Lower turnover cost',
              content: 'Up to 80% turnover-cost reduction in teams whose leads completed the program.',
              value: '80%',
              sourceNote: 'Our own figures.',
            },
            {
              title: 'Higher engagement',
              content: '50%+ engagement increase between the first and the last week.',
              value: '50%+',
              sourceNote: 'Our own figures.',
            },
            {
              title: 'Results soon',
              content: 'Results in 90 days or money back, under the conditions in the terms.',
              value: '90 days',
              sourceNote: 'Our own promise; the terms say how to claim it.',
            },
            {
              title: 'In good company',
              content: '500+ leaders have worked through these numbers with us.',
              value: '500+',
              sourceNote: 'Our own figures: users of the calculator, not participants of programs.',
            },
          ],
        },
      },
    },
  ],
}

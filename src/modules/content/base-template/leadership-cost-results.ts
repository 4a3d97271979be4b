import type { Page } from '../sections/tree.ts'

export const leadershipCostResults: Page = {
  route: '/leadership-cost-results',
  title: 'Leadership Cost Results',
  sections: [
    {
      id: 'results',
      type: 'results',
      fields: {
        title: 'Your Estimated Cost of Inauthentic Leadership',
        subtitle: 'What the gaps cost in one year, by where the money goes.',
        actionButtons: {
          reverseCost: 'Ready to reverse the cost ?',
          stopLoss: 'Stop Your Loss Now',
          download: 'Download PDF',
          back: 'Back to Calculator',
          startOver: 'Start Over',
        },
        promotion: {
          title: 'Stop Losing {amount} Annually',
          description:
            'The certification trains the behaviors behind these figures, in twelve weeks, on the work your leaders do anyway.',
        },
        shareSection: {
          title: 'Share what you found',
          subtitle: 'Only the total is shared. Your inputs are not.',
          message: "Just discovered my organization's leadership cost: {amount} annually...",
          blurbs: [
            {
              title: 'Professional Network',
              content: 'Start the conversation with people who carry the same budget line.',
            },
            {
              title: 'Industry Impact',
              content: 'A number in the open is harder to overlook than a feeling in the corridor.',
            },
            {
              title: 'Thought Leadership',
              content: 'Say what it costs, and what you intend to do about it.',
            },
          ],
        },
      },
    },
  ],
}

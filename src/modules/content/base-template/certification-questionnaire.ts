import type { Page } from '../sections/tree.ts'

export const certificationQuestionnaire: Page = {
  route: '/certification-questionnaire',
  title: 'Certification',
  description:
    'Three short questions to see how the Authentic Leader Certification fits where you are as a leader.',
  image: 'preview-certification.png',
  sections: [
    {
      id: 'certification-questionnaire',
      type: 'questionnaire',
      fields: {
        title: 'Level Up Your Leadership',
        subtitle:
          'Three questions, one minute. Your answers go to your coach, so that week one starts where you are.',
        questions: [
          {
            id: 'currentLevel',
            title: 'Where are you as a leader today?',
            icon: 'mountain',
            hasHelpIcon: true,
            helpText: 'There is no better or worse answer. Cohorts mix all four on purpose.',
            options: [
              {
                id: 'rising-leader',
                title: 'Rising leader',
                icon: 'sprout',
                description: 'I lead, or soon will, and want to start with the right habits.',
              },
              {
                id: 'proven-evolving',
                title: 'Proven and evolving',
                icon: 'trending-up',
                description: 'I have results to show, and what got me here is reaching its limit.',
              },
              {
                id: 'go-to-guide',
                title: 'Go-to guide',
                icon: 'compass',
                description: 'Others come to me for advice, and I want to do that well.',
              },
              {
                id: 'rebuilding-reimagining',
                title: 'Rebuilding or reimagining',
                icon: 'hammer',
                description: 'Something broke or changed, and I am building the next version on purpose.',
              },
            ],
          },
          {
            id: 'primaryGoal',
            title: 'What would make twelve weeks worth it?',
            icon: 'target',
            hasHelpIcon: true,
            helpText: 'Choose the one you would be sorry to miss. The others will come along.',
            options: [
              {
                id: 'level-up',
                title: 'Level up',
                icon: 'arrow-up-right',
                description: 'Be ready for a bigger role, and be seen to be ready.',
              },
              {
                id: 'build-muscles',
                title: 'Build the muscles',
                icon: 'dumbbell',
                description: 'Practice the hard conversations until they are no longer rare.',
              },
              {
                id: 'lead-credibility',
                title: 'Lead with credibility',
                icon: 'badge-check',
                description: 'Carry a credential that says what I practiced.',
              },
              {
                id: 'team-org-needs',
                title: 'Answer a need of my team',
                icon: 'users',
                description: 'Fix something in my team or organization that will not fix itself.',
              },
            ],
          },
          {
            id: 'certificationType',
            title: 'Who is the certification for?',
            icon: 'award',
            hasHelpIcon: false,
            options: [
              {
                id: 'individual',
                title: 'For me',
                icon: 'user',
                description: 'One seat, in my own name.',
              },
              {
                id: 'organization',
                title: 'For my organization',
                icon: 'building-2',
                description: 'Seats for several people, paid by my company.',
              },
            ],
          },
        ],
        navigation: {
          backButton: { text: 'Back', icon: 'arrow-left' },
          continueButton: { text: 'Continue', icon: 'arrow-right' },
        },
        colors: {
          primary: '#C06014',
          secondary: '#292929',
          tertiary: '#7B7B7B',
          border: '#E0D6C7',
          borderHover: '#C06014',
          selectedBg: '#F8EADC',
          buttonPrimary: '#A8520F',
          buttonPrimaryHover: '#8F4509',
        },
        trackerLabels: ['Questionnaire', 'Program Details', 'Payment', 'Confirmation'],
      },
    },
  ],
}

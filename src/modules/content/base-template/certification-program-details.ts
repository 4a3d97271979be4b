import type { Page } from '../sections/tree.ts'
import { programLab } from './program-lab.ts'
import { finalAccount, programSyllabus } from './program-syllabus.ts'

export const certificationProgramDetails: Page = {
  route: '/certification-program-details',
  title: 'Program Details',
  description:
    'The Authentic Leader Certification: twelve weeks, a cohort of peers, two private coaching sessions and a credential valid for two years.',
  image: 'preview-program.png',
  sections: [
    {
      id: 'certification-program',
      type: 'program',
      fields: {
        title: 'Authentic Leader Certification',
        subtitle: 'Twelve weeks from being in charge to being trusted',
        description:
          'You bring your real work: the team you have, the decision that is due, the conversation you keep moving to next week. The program gives you a structure to do it differently, people who see it from outside, and a record of what changed.',
        programOverview: {
          description:
            'Each week has one theme of the Blueprint, one live lab, and one assignment that you carry out at work. Twice you meet your coach alone. In week twelve you present what changed to people who knew how it was before.',
          duration: '12 weeks',
          difficulty: 'For leaders with at least one year of responsibility for others',
          certification: 'Digital credential and badge, valid for 2 years',
        },
        programBenefits: [
          {
            icon: 'calendar-clock',
            title: '12 weeks access to all sessions and recordings',
            description: 'One theme a week, about three hours, and the recordings of every live lab.',
          },
          {
            icon: 'message-circle',
            title: '2 private coaching sessions',
            description: 'Fifty minutes alone with your coach, twice, on whatever is hardest.',
          },
          {
            icon: 'award',
            title: 'Digital credential and badge',
            description:
              'Yours to show wherever it helps you, and anyone can check it. The certificate is valid for two years.',
          },
          {
            icon: 'users',
            title: 'Live labs and peer cohort groups',
            description: 'Six people, the same six for all twelve weeks, from six different organizations.',
          },
          {
            icon: 'messages-square',
            title: 'Community forum',
            description: 'Questions between sessions, answered by peers and instructors.',
          },
          {
            icon: 'refresh-cw',
            title: 'Lifetime curriculum updates',
            description: 'When the material improves, yours does too, long after your cohort has ended.',
          },
        ],
        syllabus: programSyllabus,
        finalAccount,
        labSection: programLab,
        enrollment: {
          price: '$2,500.00',
          includes: [
            '12 weeks access to all sessions and recordings',
            '2 private coaching sessions',
            'Digital credential and badge',
            'Live labs and peer cohort groups',
            'Community forum',
            'Lifetime curriculum updates',
            'Certificate valid for 2 years',
            'SHRM and PMI CEU eligibility',
            'Immediate onboarding access after payment',
          ],
        },
        testimonials: [
          {
            content:
              'I came for the credential. What I took home was one sentence that I now say in every review: tell me what I would not like to hear. It took me nine weeks to mean it.',
            name: 'Priya Raman',
            title: 'Operations director, Halden Freight',
          },
          {
            content:
              'My team noticed in week three, before I had told anyone I was enrolled. That was more persuasive than any assessment.',
            name: 'Daniel Osei',
            title: 'Head of engineering, Norvane Software',
          },
          {
            content:
              'The coaching sessions are short and they do not let you hide. I rewrote a reorganization because of the second one, and nobody resigned.',
            name: 'Helen Brandt',
            title: 'Chief nurse, St. Brannoc Hospitals',
          },
        ],
        faqs: [
          {
            question: 'How much time does it take?',
            answer:
              'About three hours a week: the live lab, and an assignment that you do inside work you have anyway.',
          },
          {
            question: 'What if I miss a live lab?',
            answer:
              'Live labs are held {labTimes}, and each is recorded. You can miss two of the twelve and still be certified, if you hand in the assignment.',
          },
          {
            question: 'How is the certification awarded?',
            answer:
              'By what you did, not by what you attended: ten of twelve assignments, both coaching sessions, and a final account of one change at your work.',
          },
          {
            question: 'Does it count toward SHRM or PMI credits?',
            answer:
              'The program is eligible for SHRM and PMI continuing education units. You receive a record of hours that you submit with your own renewal.',
          },
          {
            question: 'Can my employer pay?',
            answer:
              'Yes. If you pay by card, the invoice and receipt arrive right after the payment. Your employer can also buy the seat, or several: on “Buy seats for a team” a company pays by card, orders on an invoice with its purchase order number and pays by bank transfer, or gets a quote for its approval.',
          },
          {
            question: 'Can I get my money back?',
            answer:
              'All enrollments are final, and there are exceptions that we honor, such as a cohort that we cancel or move. The terms list them in plain words.',
          },
        ],
        videoSection: {
          title: 'See how a week works',
          duration: '28 seconds',
          description:
            'The Blueprint, drawn line by line: what you practice, with whom, and what you have at the end.',
          video: 'videos/intro.webm',
          poster: 'videos/intro.webp',
          captions: 'videos/intro.vtt',
        },
        ctaSection: {
          title: 'Start where you are',
          subtitle:
            'Your enrollment is confirmed right after payment, and an email with your training schedule follows within 24 hours.',
          buttonText: 'Enroll Now',
        },
        colors: { primary: '#C06014', secondary: '#292929', tertiary: '#7B7B7B', accent: '#CC7F42' },
        trackerLabels: ['Profile', 'Details', 'Payment', 'Done'],
        uiText: {
          paymentTerms:
            'All enrollments are final. If you are not sure yet, we suggest a consultation before you buy.',
          assessmentNote:
            'Your assessment begins immediately after payment: your answers to the three questions are its first part. We then send you a confirmation email with a link to your results on your enrollment page.',
        },
      },
    },
  ],
}

import type { Page } from '../sections/tree.ts'
import { homeCarousel } from './home-carousel.ts'
import { homeQuotes } from './home-quotes.ts'
import { homeTimeline } from './home-timeline.ts'

/** The front page. Figures without a source note are promises of the programme, not research. */
export const home: Page = {
  route: '/home',
  title: 'Home',
  description:
    'A twelve-week certification for leaders who want to be believed: one Blueprint, four attributes, four behaviors, practiced on your real work.',
  image: 'preview.png',
  sections: [
    homeCarousel,
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
              'A digital credential and badge, valid for two years. Whoever you show it to can check it in seconds, without asking us.',
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
            description: 'Live labs {labTimes}, everything recorded, about three hours a week.',
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
          { value: '37%', label: 'higher turnover in poorly led teams', sourceNote: 'our own figures' },
          {
            value: '$3.1M',
            label: 'yearly cost for mid-sized companies',
            sourceNote: 'our calculator, for 200 people',
            sourceUrl:
              '/leadership-cost-calculator#v=1&companySize=200&avgCompensation=63%2C000&turnoverRate=18&disengagementPercent=17&productivityLoss=5&hiringDelay=6',
          },
          {
            value: '18%',
            label: 'productivity drop',
            sourceNote: 'Gallup, 2020, teams that sell',
            sourceUrl: 'https://www.gallup.com/workplace/321725/gallup-q12-meta-analysis-report.aspx',
          },
          { value: '22%', label: 'more unplanned absences', sourceNote: 'our own figures' },
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
            'Eight figures you already know, one honest estimate. It takes four minutes and asks for no email.',
          buttonText: 'Run the Numbers!',
        },
      },
    },
    homeTimeline,
    {
      id: 'book',
      type: 'book',
      fields: {
        title: 'Forthcoming Book',
        subtitle: 'The Rise of Real Leadership: how trust replaced command, and how to earn it',
        description:
          'Eight chapters, one for each attribute and behavior of the Blueprint, each built on a decision that somebody had to make without knowing how it would end. Reserved copies come signed, before the book is in the shops.',
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
          'What leadership gaps cost, how we calculate it, and the four places where a change of behavior shows first. Written for whoever has to defend the budget.',
        buttonText: 'DOWNLOAD WHITEPAPER',
        media: { desktop: { illustration: 'art/strata.svg' }, mobile: { illustration: 'art/strata.svg' } },
        paper: {
          title: 'The Hidden ROI of Real Leadership',
          length: '23 pages, in seven chapters',
          chapters: [
            'Executive summary',
            'What inauthentic leadership costs',
            'What the research says',
            'The Blueprint',
            'A worked example',
            'Ninety days of practice',
            'How to measure it',
          ],
          pdf: '',
        },
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
        contactInfo: {
          title: 'Rather talk to someone?',
          note: 'Write or call. You reach a person who can answer, on working days between nine and five.',
          email: '',
          phone: '',
        },
      },
    },
    homeQuotes,
  ],
}

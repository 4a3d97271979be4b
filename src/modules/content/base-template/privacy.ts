import type { Page } from '../sections/tree.ts'

export const privacy: Page = {
  route: '/privacy',
  title: 'Privacy',
  description: 'What we know about you, why, for how long, and how to have it erased.',
  sections: [
    {
      id: 'legal',
      type: 'legal',
      fields: {
        title: 'Privacy',
        effectiveDate: '2026-11-27',
        introduction:
          'This page says what {product} knows about you, why, for how long, and what you can do about it. We collect what a task needs and nothing for later.',
        clauses: [
          {
            id: 'when-you-visit',
            heading: 'When you visit',
            paragraphs: [
              'Our server notes the address, the time and the page of each request in order to keep the site running and to stop abuse. These notes are deleted on a schedule and are not joined with anything else.',
              'No analytics or advertising tool loads before you agree to it, and the appointment calendar, which comes from another company, only when you open it and agree. Each is asked for by itself. If you decline, the site works the same, and we do not ask again on this device. You can change each choice at any time under Privacy choices at the foot of the page.',
            ],
          },
          {
            id: 'when-you-write',
            heading: 'When you leave your details',
            paragraphs: [
              'The forms for the movement, the whitepaper and the book ask for your name, phone number, email address and company, and take a message if you write one. We use them to answer you and to send what you asked for.',
              'We also keep the page and campaign you came from, so that we know which of our texts are of use. Inquiries that lead to nothing are deleted after the term set in our records, at the latest after two years.',
            ],
          },
          {
            id: 'when-you-enroll',
            heading: 'When you have an account or enroll',
            paragraphs: [
              'Your account holds your name, email address, phone number, company and a one-way hash of your password. Your order holds what you bought, for how much, when, your answers to the three questions, and which terms you accepted. If you agreed to measuring or advertising, it also holds the campaign and the site you came from, until your account is erased.',
              'Stripe handles the payment as our processor and, for fraud checks, on its own account. We learn whether a payment succeeded and the last digits of the card, never its number.',
              'Invoices and the payment record are kept for as long as tax law demands, even after an account has been erased. They are the one exception to erasure.',
              'The labs that you attended, with their minutes, are kept under the number of your order, without your name, for at least three years, because SHRM and PMI ask providers to prove hours.',
              'If you accept a quote that somebody else asked for, the name and the order number that you enter stay with it until 30 days after the order has been paid or cancelled.',
            ],
          },
          {
            id: 'calculator',
            heading: 'When you use the calculator',
            paragraphs: [
              'What you type into the calculator is sent to our server to be calculated and is not stored there. The last result stays in the storage of your browser until you choose Start Over.',
            ],
          },
          {
            id: 'cookies',
            heading: 'Cookies and storage',
            paragraphs: [
              'This is everything that the site keeps in your browser, with its purpose and for how long. Our own cookies are necessary for what you ask of us, and scripts cannot read them. What serves another purpose is set only after you have agreed to that purpose.',
            ],
          },
          {
            id: 'who-else',
            heading: 'Who else is involved',
            paragraphs: [
              'Stripe for payments, our email carrier, our hosting provider and, where it is switched on, a check that you are not a robot. Each receives only what its task needs and works under a contract. We sell nothing to anybody.',
            ],
          },
          {
            id: 'your-rights',
            heading: 'Your rights',
            paragraphs: [
              'In your profile you can see and correct your data, download all of it, end sessions and erase your account. Without an account, write to the address at the foot of this page and we will do it for you within 30 days.',
              'You may object, ask for a restriction, and complain to the authority of the place where you live.',
            ],
          },
          {
            id: 'changes',
            heading: 'Changes',
            paragraphs: [
              'When this page changes in a way that matters to you, its first lines say so before the change takes effect. The date at the top says from when this version holds.',
            ],
          },
        ],
        questions: {
          heading: 'Questions',
          text: 'Write to {email}. A person answers within one business day.',
        },
      },
    },
  ],
}

import type { Page } from '../sections/tree.ts'

export const terms: Page = {
  route: '/terms',
  title: 'Terms',
  description: 'The terms of the site and of the Authentic Leader Certification, in plain words.',
  sections: [
    {
      id: 'legal',
      type: 'legal',
      fields: {
        title: 'Terms',
        effectiveDate: '2026-11-27',
        introduction:
          'These are the terms between you and {product} when you use this site or enroll in the certification. We wrote them to be read. Where the law of your country gives you more than they do, the law wins.',
        clauses: [
          {
            id: 'what-you-buy',
            heading: 'What you buy',
            paragraphs: [
              'The Authentic Leader Certification is a program of 12 weeks with live labs, assignments, a peer group and two private coaching sessions. What is included is listed on the program page on the day you enroll, and the version you accepted is stored with your order.',
              'A seat is for one person, and access may not be shared. If you bought it for yourself, write to us before your cohort begins and we will change the name once, free of charge. A company hands out the seats it bought, takes them back and moves them on its own page.',
            ],
          },
          {
            id: 'price-and-payment',
            heading: 'Price and payment',
            paragraphs: [
              'The price is the one shown before you pay, in the currency shown with it. Payments on this site are handled by Stripe. Card data goes from your browser to Stripe and never reaches our servers. Companies can also pay an invoice by bank transfer.',
              'Your enrollment is complete when the payment has arrived. Most arrive within seconds, and some ways of paying take up to 24 hours; a bank transfer takes as long as the banks do. You then receive an invoice and a receipt, which stay available in your profile.',
            ],
          },
          {
            id: 'refunds',
            heading: 'All enrollments are final, and when we refund all the same',
            paragraphs: [
              'Enrollments are final because a cohort is planned around the people in it, and because you have the material at once. You therefore cannot cancel simply because you changed your mind after you enrolled.',
              'We do refund under the 90-day promise below, and in these cases: we cancel or move your cohort and you cannot make the new dates; you were charged twice or by mistake; illness or a death in the family keeps you from taking part, and you tell us within the 12 weeks; or the law where you live gives you a right to withdraw.',
              'A refund goes back to the way of paying you used, usually within ten business days after we have agreed to it. The invoice stays in our books together with a credit note, as tax law asks.',
            ],
          },
          {
            // The program page shows the clause with this id beside each Enroll button.
            id: 'refund-promise',
            heading: 'The 90-day promise',
            paragraphs: [
              'If you complete at least ten assignments and both coaching sessions, and within 90 days of your first session see no result that you and your coach can name, write to us within 30 days after that and you get your money back.',
            ],
          },
          {
            id: 'taking-part',
            heading: 'Taking part',
            paragraphs: [
              'What others share in labs and peer groups stays there. You may tell your own story and what you learned, but not theirs.',
              'The certificate is awarded for ten of twelve assignments, both coaching sessions and a final account. It is valid for two years. We may withhold or withdraw it where work was not your own.',
            ],
          },
          {
            id: 'figures',
            heading: 'Figures on this site',
            paragraphs: [
              'The cost calculator gives an estimate from what you enter and from published research. It is neither an audit nor financial advice.',
              'Figures marked as our own come from our participants and our records. They describe what happened to others, and do not promise what will happen to you.',
            ],
          },
          {
            id: 'your-account',
            heading: 'Your account',
            paragraphs: [
              'Keep your password to yourself, and tell us when you think someone else has it. You can see and end your sessions, download your data and erase your account in your profile.',
              'We may close an account that is used to harm others or the service, and will say why unless the law forbids it.',
            ],
          },
          {
            id: 'liability',
            heading: 'Liability',
            paragraphs: [
              'We are liable without limit for intent and gross negligence, and for harm to life, body or health. For the rest we are liable up to the price you paid. Decisions you make as a leader remain yours.',
            ],
          },
          {
            id: 'changes',
            heading: 'Changes to these terms',
            paragraphs: [
              'We may change these terms for future enrollments. For an enrollment already made, the version you accepted stays in force. The date at the top says from when this version holds.',
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

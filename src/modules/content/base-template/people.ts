import type { SectionOf } from '../sections/tree.ts'

/** The teachers. People and companies are invented: `samples.ts` names those that are still shown. */
export const people: SectionOf<'people'> = {
  id: 'people',
  type: 'people',
  fields: {
    title: 'Who teaches you',
    subtitle: 'People who have carried a team through a bad year, and can say what they got wrong.',
    people: [
      {
        name: 'Margaret Okonjo',
        role: 'Founder',
        career: [
          'Ran operations at a shipping line, 2,400 people',
          'Closed a plant, and stayed for the last shift',
          'Has taught leaders since 2014',
        ],
        quote: 'I was obeyed for eleven years before anybody told me the truth.',
        media: { desktop: { portrait: 'art/portrait-1.svg' }, mobile: { portrait: 'art/portrait-1.svg' } },
      },
      {
        name: 'Tomas Lindqvist',
        role: 'Instructor, live labs',
        career: [
          'Led engineering at a maker of hospital software',
          'Missed a launch in public, and kept the team',
          'Leads the labs on decisions and disagreement',
        ],
        quote: 'A decision that you cannot explain is not finished.',
        media: { desktop: { portrait: 'art/portrait-2.svg' }, mobile: { portrait: 'art/portrait-2.svg' } },
      },
      {
        name: 'Ines Carvalho',
        role: 'Instructor and coach',
        career: [
          'Headed people and pay at a bank of 900',
          'Twelve years of private coaching',
          'Leads the private coaching sessions',
        ],
        quote: 'Fifty minutes are enough when nobody performs.',
        media: { desktop: { portrait: 'art/portrait-3.svg' }, mobile: { portrait: 'art/portrait-3.svg' } },
      },
    ],
    logosTitle: 'Leaders come from',
    logos: [{ name: 'Halden Freight' }, { name: 'Norvane Software' }, { name: 'St. Brannoc Hospitals' }],
  },
}

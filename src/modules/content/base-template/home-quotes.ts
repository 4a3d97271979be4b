import type { SectionOf } from '../sections/tree.ts'

/** Shown while the page loads. Each is in the public domain, in the wording of the named work or translation. */
export const homeQuotes: SectionOf<'quotes'> = {
  id: 'quotes',
  type: 'quotes',
  fields: {
    quotes: [
      {
        text: 'No longer talk at all about the kind of man that a good man ought to be, but be such.',
        source: 'Marcus Aurelius, Meditations 10.16, tr. George Long',
      },
      {
        text: 'First say to yourself what you would be; and then do what you have to do.',
        source: 'Epictetus, Discourses 3.23, tr. T. W. Higginson',
      },
      {
        text: 'When a prince’s personal conduct is correct, his government is effective without the issuing of orders.',
        source: 'Confucius, Analects 13.6, tr. James Legge',
      },
      {
        text: 'The superior man is modest in his speech, but exceeds in his actions.',
        source: 'Confucius, Analects 14.29, tr. James Legge',
      },
      {
        text: 'He who overcomes others is strong; he who overcomes himself is mighty.',
        source: 'Lao Tzu, Tao Te Ching 33, tr. James Legge',
      },
      {
        text: 'A good name is rather to be chosen than great riches.',
        source: 'Proverbs 22:1, King James Version',
      },
      {
        text: 'Iron sharpeneth iron; so a man sharpeneth the countenance of his friend.',
        source: 'Proverbs 27:17, King James Version',
      },
      {
        text: 'This above all: to thine own self be true.',
        source: 'William Shakespeare, Hamlet, act 1, scene 3',
      },
      {
        text: 'They that stand high have many blasts to shake them.',
        source: 'William Shakespeare, Richard III, act 1, scene 3',
      },
      {
        text: 'Go to your bosom; knock there, and ask your heart what it doth know.',
        source: 'William Shakespeare, Measure for Measure, act 2, scene 2',
      },
      {
        text: 'A foolish consistency is the hobgoblin of little minds.',
        source: 'Ralph Waldo Emerson, Self-Reliance, 1841',
      },
      {
        text: 'If there is no struggle there is no progress.',
        source: 'Frederick Douglass, West India Emancipation, 1857',
      },
      {
        text: 'What do we live for, if it is not to make life less difficult to each other?',
        source: 'George Eliot, Middlemarch, chapter 72',
      },
      {
        text: 'Always do right. This will gratify some people and astonish the rest.',
        source: 'Mark Twain, note to a young people’s society, 1901',
      },
    ],
  },
}

/** Fourteen short sayings on leading and character, each from a work in the public domain. */
export const quotes: readonly { text: string; source: string }[] = [
  {
    text: 'Waste no more time arguing what a good man should be. Be one.',
    source: 'Marcus Aurelius, Meditations, book 10',
  },
  {
    text: 'First say to yourself what you would be; and then do what you have to do.',
    source: 'Epictetus, Discourses, book 3',
  },
  { text: 'To lead an uninstructed people to war is to throw them away.', source: 'Confucius, Analects 13' },
  {
    text: 'The superior man is modest in his speech, but exceeds in his actions.',
    source: 'Confucius, Analects 14',
  },
  {
    text: 'He who conquers others is strong; he who conquers himself is mighty.',
    source: 'Lao Tzu, Tao Te Ching 33',
  },
  { text: 'A good name is rather to be chosen than great riches.', source: 'Proverbs 22:1' },
  {
    text: 'Iron sharpeneth iron; so a man sharpeneth the countenance of his friend.',
    source: 'Proverbs 27:17',
  },
  { text: 'This above all: to thine own self be true.', source: 'William Shakespeare, Hamlet, act 1' },
  {
    text: 'They that stand high have many blasts to shake them.',
    source: 'William Shakespeare, Richard III, act 1',
  },
  {
    text: 'A foolish consistency is the hobgoblin of little minds.',
    source: 'Ralph Waldo Emerson, Self-Reliance',
  },
  {
    text: 'Go to your bosom; knock there, and ask your heart what it doth know.',
    source: 'William Shakespeare, Measure for Measure, act 2',
  },
  {
    text: 'If there is no struggle, there is no progress.',
    source: 'Frederick Douglass, West India Emancipation, 1857',
  },
  {
    text: 'What do we live for, if it is not to make life less difficult to each other?',
    source: 'George Eliot, Middlemarch, chapter 72',
  },
  {
    text: 'Always do right. This will gratify some people and astonish the rest.',
    source: 'Mark Twain, note of 1901',
  },
]

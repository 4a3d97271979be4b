import { type Film, film } from './scene.ts'

const right = { x: 620, y: 40, width: 640, height: 640 }
const words = { x: 96, y: 214, width: 500 }

/** The two films: what a week of the program is, and what comes after enrollment. */
export const films: Film[] = [
  film('intro', 4.2, [
    {
      seconds: 5,
      art: 'timeline-blueprint',
      from: [10, 30, 340, 180],
      to: [16, 32, 328, 176],
      place: { x: 600, y: 170, width: 640, height: 380 },
      drawSeconds: 2.6,
      words: {
        eyebrow: 'The certification',
        title: 'See how a week works',
        lines: ['One Blueprint. Twelve weeks.'],
        ...words,
      },
    },
    {
      seconds: 5.5,
      art: 'slide-roots',
      from: [0, 0, 640, 600],
      to: [20, 40, 600, 562],
      place: right,
      drawSeconds: 3,
      words: {
        eyebrow: 'What carries',
        title: 'Four attributes',
        lines: ['Self-knowledge', 'Integrity', 'Purpose', 'Humility'],
        ...words,
        y: 168,
      },
    },
    {
      seconds: 6,
      art: 'slide-bridge',
      from: [0, 0, 640, 600],
      to: [40, 30, 580, 544],
      place: right,
      drawSeconds: 3,
      words: {
        eyebrow: 'What others cross',
        title: 'Four behaviors',
        lines: [
          'Tell the truth early',
          'Listen to change your mind',
          'Decide in the open',
          'Grow the person beside you',
        ],
        ...words,
        y: 168,
      },
    },
    {
      seconds: 6,
      art: 'slide-compass',
      from: [0, 0, 640, 600],
      to: [24, 22, 592, 556],
      place: right,
      drawSeconds: 3,
      words: {
        eyebrow: 'Each week',
        title: 'Tried at work, looked at with peers',
        lines: ['One theme of the Blueprint', 'One live lab', 'One assignment on your real work'],
        ...words,
        y: 148,
      },
    },
    {
      seconds: 5.5,
      art: 'certificate',
      from: [20, 14, 610, 446],
      to: [28, 20, 594, 434],
      place: { x: 610, y: 120, width: 620, height: 453 },
      drawSeconds: 2.6,
      words: {
        eyebrow: 'At the end',
        title: 'A record of what changed',
        lines: ['Two private coaching sessions', 'A credential valid for two years'],
        ...words,
        y: 186,
      },
    },
  ]),
  film('welcome', 4.2, [
    {
      seconds: 5.5,
      art: 'slide-keel',
      from: [0, 0, 640, 600],
      to: [22, 26, 596, 559],
      place: right,
      drawSeconds: 3,
      words: {
        eyebrow: 'You are enrolled',
        title: 'Welcome',
        lines: ['The part below the waterline', 'is where we start.'],
        ...words,
      },
    },
    {
      seconds: 5.5,
      art: 'timeline-blueprint',
      from: [10, 30, 340, 180],
      to: [16, 32, 328, 176],
      place: { x: 600, y: 170, width: 640, height: 380 },
      drawSeconds: 2.6,
      words: {
        eyebrow: 'Within 24 hours',
        title: 'Your first assignment arrives by email',
        lines: ['Read it once.', 'Then choose the meeting to try it in.'],
        ...words,
        y: 164,
      },
    },
    {
      seconds: 5,
      art: 'slide-bridge',
      from: [0, 0, 640, 600],
      to: [40, 30, 580, 544],
      place: right,
      drawSeconds: 2.8,
      words: {
        eyebrow: 'For twelve weeks',
        title: 'Six people, the same six',
        lines: ['From six different organizations.', 'They will see what you cannot.'],
        ...words,
      },
    },
    {
      seconds: 5,
      art: 'timeline-begin',
      from: [0, 4, 360, 236],
      to: [10, 10, 342, 224],
      place: { x: 590, y: 150, width: 650, height: 426 },
      drawSeconds: 2.6,
      words: {
        eyebrow: 'Before then',
        title: 'Start where you are',
        lines: ['With the next conversation', 'you would rather avoid.'],
        ...words,
      },
    },
  ]),
]

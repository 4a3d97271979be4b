import type { Chapter } from '../blocks.ts'
import { drawNinetyDays } from '../figures.ts'

export function plan(): Chapter {
  return {
    title: 'Ninety days of practice',
    blocks: [
      {
        kind: 'lead',
        text: 'You can start without us. This is the plan we would give a leader who has thirteen weeks, a team and no budget.',
      },
      {
        kind: 'text',
        text: 'Two findings shape it. In a study of everyday habits, a new behavior took a median of 66 days to become automatic, with a range from 18 to 254; missing a single day did no lasting harm.[^lally] And across 94 tests, people who decided in advance *when and where* they would act were much likelier to act than people who only resolved to.[^gollwitzer] So every practice below is tied to a meeting that is already in your calendar, and the plan is long enough for at least some of it to stick.',
      },
      {
        kind: 'figure',
        height: 82,
        caption:
          '**Figure 5.** Ninety days in three parts: see what you do, say what others need to know, share what you used to keep.',
        alt: 'A line of ninety days in three parts named See, Say and Share, with counts at days 0, 30, 60 and 90.',
        draw: drawNinetyDays,
      },
      { kind: 'heading', text: 'Before you begin' },
      {
        kind: 'list',
        numbered: true,
        items: [
          'Choose one behavior, not four. The one your team would choose is usually right. Ask them.',
          'Tell the team what you are practicing and that it will be awkward. A change that is announced can be helped; one that is not looks like a mood.',
          'Find one person outside your line who will ask you every second week what you did and what happened.',
          'Take the baseline of chapter 7. It needs an hour. Without it you will not know in March whether anything changed since December.',
        ],
      },
      {
        kind: 'note',
        text: '**If, then.** “If it is Monday’s meeting and I have opened it, then I name one thing that is going worse than I said.” The wording matters less than the hook.',
      },
      { kind: 'heading', text: 'Days 1 to 30: see' },
      {
        kind: 'text',
        text: 'Self-knowledge and humility. For a month, change little and look closely. Speak last in one meeting a week. Write the two sentences after the hardest meeting. Ask three people, one above you, one beside you and one below, a single question: *what do I make harder than it needs to be?* Thank them and do not explain. The urge to explain is the most useful thing you will learn.',
      },
      { kind: 'heading', text: 'Days 31 to 60: say' },
      {
        kind: 'text',
        text: 'Integrity and purpose; telling the truth early and deciding in the open. Read your list of promises with the people you made them to. Open the weekly meeting with what is worse than you said. Write the five lines for each decision of weight and put them where those affected can read them. Expect a dip: people will test whether the news you asked for is safe to bring. What you do with the first piece decides whether there is a second.',
      },
      { kind: 'heading', text: 'Days 61 to 90: share' },
      {
        kind: 'text',
        text: 'Listening to change your mind; growing the person beside you. Hand over one decision a month that you like. Name in public the point that changed your plan, and who made it. Let someone else run the meeting in which you used to hear the bad news. If it is still told when you are not in the room, the practice has become theirs.',
      },
      {
        kind: 'table',
        head: ['In the calendar', 'What you do', 'Minutes'],
        widths: [118, 194, 42],
        right: [2],
        rows: [
          ['Monday', 'Open with what is worse than you said', '5'],
          ['After the hardest meeting', 'Two sentences: what I wanted, what I did', '5'],
          ['Wednesday', 'Read the list of promises', '15'],
          ['Any decision of weight', 'Five lines that those affected can read', '10'],
          ['Friday', 'Name one point that changed your mind', '5'],
          ['Every second week', 'Meet the person who asks you', '30'],
        ],
      },
      {
        kind: 'text',
        text: 'That is about an hour a week. If it does not fit, do the Monday line only, for ninety days, and do it every Monday.',
      },
      {
        kind: 'tailpiece',
        name: 'timeline-begin',
        width: 354,
        crop: { x: 0, y: 10, width: 360, height: 230 },
      },
    ],
  }
}

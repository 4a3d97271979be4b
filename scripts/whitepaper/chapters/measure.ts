import type { Chapter } from '../blocks.ts'

export function measure(): Chapter {
  return {
    title: 'How to measure it',
    blocks: [
      {
        kind: 'lead',
        text: 'Turnover answers too late. By the time it falls, you have waited a year and three other things have changed. Look where behavior shows first.',
      },
      { kind: 'heading', text: 'Four places where change shows first' },
      {
        kind: 'list',
        numbered: true,
        items: [
          '**How old bad news is.** For each unpleasant surprise, ask when the first person on the team knew, and count the days until the leader did. Ten cases make a baseline. Nothing here is cheaper to count or harder to fake.',
          '**Who speaks.** In three ordinary meetings, have someone tally who raises a concern or a question. If it is always the same two people, you have found your silence.',
          '**How often decisions are reopened.** Count the decisions of the last quarter that were taken again without a new fact. A decision made in the open is reopened by evidence; one made in private is reopened by rumor.',
          '**Who wants to join, and who wants to leave.** Internal applications to the team, and regretted departures from it. Small numbers, slow to move, and impossible to argue with.',
        ],
      },
      { kind: 'heading', text: 'What to count, and when' },
      {
        kind: 'table',
        head: ['Measure', 'Where it comes from', 'First sign'],
        widths: [132, 158, 64],
        rows: [
          ['Age of bad news, in days', 'The team’s own log of surprises', '4 weeks'],
          ['People who raise a concern', 'Tally in three meetings', '4 weeks'],
          ['Reopened decisions', 'Decision notes of the quarter', '8 weeks'],
          ['“I can say what I think here”', 'One question every two weeks', '8 weeks'],
          ['Intention to stay', 'Survey, or a quarterly question', '3 months'],
          ['Regretted departures', 'HR, by team, twelve months', '6 months'],
          ['Cost by the formula', 'The calculator, own figures', '12 months'],
        ],
      },
      {
        kind: 'note',
        text: '**Remember the hospital units.** When reporting becomes safe, reports go up. Tell whoever reads your dashboard before it happens, not after.',
      },
      { kind: 'heading', text: 'Four ways to fool yourself' },
      {
        kind: 'list',
        items: [
          '**No baseline.** Memory adjusts to the result. Count before you begin, and let someone else keep the paper.',
          '**Choosing the worst team.** An exceptionally bad quarter is usually followed by a better one, with or without a program. Compare with teams like it, or start in the middle.',
          '**Asking the leaders.** Satisfaction with a course predicts little about what happens afterwards. Ask those who are led, anonymously, and report only groups of five or more.',
          '**Small numbers.** Two departures fewer in a team of twelve may be luck. Say so. Four signs that point the same way are better evidence than one that is large.',
        ],
      },
      { kind: 'heading', text: 'The page you take to the board' },
      {
        kind: 'text',
        text: 'One page is enough. At the top, the estimate with its cautious and its full reading, and the assumptions under it. In the middle, the break-even: how many departures have to be avoided, out of how many. Below, the four early signs, before and after, with the number of cases. At the foot, one change that a named leader made and what followed from it, told by someone who was there before. Figures open the budget; the last paragraph is what people remember.',
      },
      {
        kind: 'tailpiece',
        name: 'timeline-section',
        width: 250,
        crop: { x: 20, y: 4, width: 320, height: 234 },
      },
    ],
  }
}

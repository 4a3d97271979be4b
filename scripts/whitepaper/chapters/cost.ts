import type { Chapter } from '../blocks.ts'
import { barPitch, drawReplacement } from '../figures.ts'

export function cost(): Chapter {
  return {
    title: 'What inauthentic leadership costs',
    blocks: [
      {
        kind: 'lead',
        text: 'Call leadership inauthentic when what is said and what is done come apart, and everyone below has learned to work around the gap.',
      },
      {
        kind: 'text',
        text: 'The definition is deliberately plain. It does not ask what a leader feels inside. It asks whether the promise made in the all-hands survives the corridor. Tony Simons called the perceived fit between a manager’s words and deeds *behavioral integrity*, and argued that it is a condition for trust rather than a by-product of it.[^simons02] The gap has a price, and it is paid in five currencies.',
      },
      {
        kind: 'note',
        text: 'A quits rate of 2.0% a month is about 24% over a year. Your own rate is in your payroll system, and it is the better figure.',
      },
      { kind: 'heading', text: 'Turnover' },
      {
        kind: 'text',
        text: 'In December 2024, after a cooling labor market had made people cautious, 2.0% of all American employees still quit their jobs in that single month.[^bls] The Work Institute, from its exit interviews, reports that more than 27 of every 100 employees left voluntarily in 2018, and judges that more than three quarters of those departures could have been prevented by the employer.[^work] Half of the adults in a Gallup study said that at some point they had left a job to get away from their manager.[^gallup15]',
      },
      {
        kind: 'text',
        text: 'What one departure costs is disputed, and the dispute matters for any budget. A review of case studies by the Center for American Progress found a median of 21% of annual pay for most jobs, and up to 213% for executives.[^boushey] The Work Institute uses a third of base pay.[^work] Our formula uses one and a half times pay, because it counts what the narrower figures leave out: the months in which a successor learns, the work that colleagues put aside, the knowledge that left. You should know that this is a choice toward the upper half of the published range.',
      },
      {
        kind: 'figure',
        height: barPitch * 4 - 4,
        caption:
          '**Figure 1.** What one departure costs, as a share of a year’s pay. The differences are mostly differences of scope: what is counted, and for how long. Sources: Center for American Progress; Work Institute; our own formula.',
        alt: 'Bar chart: 21 percent for a typical job, 33 percent of base pay, 150 percent in our formula, 213 percent for executives.',
        draw: drawReplacement,
      },
      { kind: 'heading', text: 'Disengagement' },
      {
        kind: 'text',
        text: 'Most people who have given up on a leader do not leave. They stay and do what is asked. William Kahn, who brought the word *engagement* into research, described how people put themselves into a role or withhold themselves from it, depending on whether the work has meaning, whether they have anything left to give, and whether it is safe to show themselves.[^kahn] The third condition is very largely set by the person in charge.',
      },
      {
        kind: 'text',
        text: 'The calculator counts a disengaged person at 34% of pay. This number is widely quoted, and we have found no study good enough to lean on it with full weight; treat it as an assumption; entering a lower rate of disengagement has the same effect as lowering it. The direction is better established than the size. A meta-analysis of 7,939 business units in 36 companies linked engagement with customer satisfaction, productivity, profit, safety and turnover.[^harter02] Its successor of 2020, with 112,312 units, puts the most engaged quarter of units 23% above the least engaged in profitability and 81% below them in absenteeism.[^gallup20]',
      },
      { kind: 'heading', text: 'Lost output' },
      {
        kind: 'text',
        text: 'Even willing people produce less when direction changes without a reason given, when decisions are reopened because nobody knew why they were made, and when every message upward is drafted twice. In a company where supervisors’ effect on output could be measured person by person, replacing a boss from the lowest tenth by one from the highest raised the output of a nine-person team by more than a tenth worker would have.[^lazear]',
      },
      {
        kind: 'note',
        text: '**Trust as a margin.** In a study of 76 hotels of one chain, an eighth of a point more in how far managers kept their word, on a scale of five, went with profit higher by 2.5% of revenue.[^simonsHbr]',
      },
      {
        kind: 'text',
        text: 'Simons found the same pattern in hotels. The more employees believed that their managers followed through on promises, the more profitable the hotel, and no other aspect of manager behavior that he measured had as much effect on profit.[^simonsHbr]',
      },
      { kind: 'heading', text: 'Empty seats' },
      {
        kind: 'text',
        text: 'A departure opens a second account. In SHRM’s benchmarking, the average position took 42 days to fill.[^shrm] During those six weeks the work is done late, by others, or not at all. Employers surveyed by CareerBuilder put the yearly cost of positions left open too long at more than 800,000 dollars on average.[^careerbuilder] A reputation for poor leadership lengthens the wait, since candidates ask the people who left.',
      },
      { kind: 'heading', text: 'Ideas nobody hears' },
      {
        kind: 'text',
        text: 'The fifth cost is the hardest to see, because it consists of things that did not happen. Morrison and Milliken named it *organizational silence*: a shared belief that speaking up is futile or dangerous, held in place by managers who fear negative feedback and assume that they know best.[^morrison] In 47 mid-sized German companies, climates of initiative and psychological safety went with better financial results, and process innovation paid off best where those climates were strong.[^baer] Buying innovation without the climate for it is buying half a machine.',
      },
      { kind: 'quote', text: 'No ledger has a line for the sentence that was not said in a meeting.' },
      { kind: 'heading', text: 'Why the five must not simply be added' },
      {
        kind: 'text',
        text: 'The same afternoon can be claimed twice: by a disengaged person who produces less, and by a team whose productivity is down. A resignation explains part of the empty seat. Adding the five as if they were independent would flatter our case, so the formula reduces their sum by 38%. The factor of 0.62 is our judgment, not a finding; it is applied to every total our calculator shows, and is stated with the formula. Across companies, at least, the sign is not in doubt: a meta-analysis found that organizations with higher turnover perform worse.[^park]',
      },
    ],
  }
}

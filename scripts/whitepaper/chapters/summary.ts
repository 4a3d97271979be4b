import type { Chapter } from '../blocks.ts'
import { cohort, company, dollars, exampleFigures, millions, oneDecimal } from '../example.ts'

export function summary(): Chapter {
  const figures = exampleFigures()
  const cautious = figures.scenarios[0]?.total ?? figures.tilci
  return {
    title: 'Executive summary',
    blocks: [
      {
        kind: 'text',
        drop: true,
        text: 'Poor leadership is already in your budget. It is only booked under other names: recruiting fees, overtime, a quarter that slipped, a project that everyone but you knew was late. No ledger has a line for the sentence that was not said in a meeting. This paper is about that line: what it is likely to cost, how to calculate it from figures you already hold, and what a leader can do on Monday that changes it.',
      },
      {
        kind: 'note',
        text: '**Engaged** means involved in the work and enthusiastic about it. **Actively disengaged** means unhappy and acting on it. Most people are neither.',
      },
      {
        kind: 'text',
        text: 'Begin with what is publicly known. In 2024, 21% of employees worldwide were engaged at work, two points fewer than the year before, and 17% were actively disengaged. The fall was steepest among managers themselves: from 30% to 27%. Gallup puts the value of a fully engaged world workforce at $9.6 trillion, about 9% of global GDP.[^gallup25] It also finds that managers account for at least 70% of the variance in engagement between one team and another.[^gallup15] The largest lever on a large loss sits in an ordinary job that most companies fill by promotion and then leave alone.',
      },
      { kind: 'heading', text: 'What we argue' },
      {
        kind: 'list',
        items: [
          '**The cost is large and mostly hidden.** It shows as turnover, disengagement, lost output, empty seats and ideas that never reach anyone who could act on them. Chapter 2 takes the five in turn.',
          '**The cause can be observed.** People do not respond to what leaders say they value. They respond to what happens to the person who brings bad news. Chapter 3 sets out the evidence, including the part that speaks against our own vocabulary.',
          '**The remedy is practice.** Four attributes and four behaviors, on one page, tried on real work and looked at with peers. Chapter 4 describes them; chapter 6 turns them into ninety days.',
          '**The result can be counted.** Not by asking leaders whether they liked a course, but in four places where a change of behavior shows first. Chapter 7 says where to look.',
        ],
      },
      { kind: 'heading', text: 'The example in one paragraph' },
      {
        kind: 'text',
        text: `A company of ${company.employees} people with average pay of ${dollars(company.averageSalary)} and turnover of ${company.turnoverRate}% carries an estimated cost of ${millions(figures.tilci)} a year by the formula of our calculator, and ${millions(cautious)} if one believes only the lowest published price of a departure. Putting its ${cohort.leaders} leaders through twelve weeks of practice costs ${dollars(figures.investment)}, their time included. That is repaid when ${oneDecimal(figures.breakEven)} of its ${oneDecimal(figures.leavers)} yearly departures does not happen, or ${oneDecimal(figures.breakEvenCautious)} on the cautious reading.`,
      },
      { kind: 'heading', text: 'What we do not claim' },
      {
        kind: 'text',
        text: 'We do not claim that every dollar in the estimate can be recovered; some people leave for love, weather or a better offer. We do not claim that a formula is a measurement. And we do not claim that authenticity is a personality you either have or lack. What follows is an argument for taking one manageable part of a large cost seriously, in terms that a finance department can check.',
      },
      { kind: 'tailpiece', name: 'slide-keel', width: 300, crop: { x: 0, y: 0, width: 640, height: 600 } },
    ],
  }
}

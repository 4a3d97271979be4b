import type { Chapter } from '../blocks.ts'
import { cohort, company, dollars, exampleFigures, millions, oneDecimal } from '../example.ts'
import { barPitch, drawBreakdown, drawScenarios } from '../figures.ts'

export function workedExample(): Chapter {
  const figures = exampleFigures()
  const [cautious] = figures.scenarios
  return {
    title: 'A worked example',
    blocks: [
      {
        kind: 'lead',
        text: 'One company, eight figures, one formula. Every number on these pages was computed by the code that runs our calculator.',
      },
      {
        kind: 'text',
        text: `The company is invented and unremarkable: ${company.employees} people, ${cohort.leaders} of whom lead others. Its disengagement rate is the world’s average for active disengagement. Its turnover is somewhat better than the national quits rate would suggest, and its vacancies last as long as SHRM’s average. We leave revenue lost through unfilled roles at zero, because the company does not know it; an unknown figure should not be filled with a convincing one.`,
      },
      {
        kind: 'note',
        text: '**Sources of the inputs.** Disengagement: Gallup 2025. Hiring delay: SHRM 2016. The rest would come from payroll and planning.',
      },
      {
        kind: 'table',
        head: ['What goes in', 'Value'],
        widths: [254, 100],
        right: [1],
        rows: [
          ['Employees', String(company.employees)],
          ['Average total compensation a year', dollars(company.averageSalary)],
          ['Yearly turnover', `${company.turnoverRate}%`],
          ['Actively disengaged', `${company.disengagementRate}%`],
          ['Productivity lost across the team', `${company.productivityLossPercent}%`],
          ['Research and development budget a year', dollars(company.rdBudget)],
          ['Weeks to fill a position', String(company.hiringDelayWeeks)],
          ['Revenue lost through unfilled roles', dollars(company.revenueLostPerUnfilledRole)],
        ],
      },
      { kind: 'heading', text: 'The formula' },
      {
        kind: 'text',
        text: 'Payroll is employees times average compensation. Turnover cost is payroll times the turnover rate times 1.5. Disengagement cost is payroll times the disengagement rate times 0.34. Productivity loss is payroll times the loss you enter. The innovation gap is 5% of the research budget. Hiring delay is the pay of those who left for the weeks their seats stand empty. The sum, with any revenue you know to be lost, is multiplied by 0.62 for overlap.',
      },
      {
        kind: 'table',
        head: ['Category', 'Before overlap', 'After overlap', 'Share'],
        widths: [150, 78, 78, 48],
        right: [1, 2, 3],
        strong: figures.rows.length,
        rows: [
          ...figures.rows.map(({ name, before, after, share }) => [
            name,
            dollars(before),
            dollars(after),
            `${oneDecimal(share)}%`,
          ]),
          ['Total a year', dollars(figures.sum), dollars(figures.tilci), '100.0%'],
        ],
      },
      {
        kind: 'figure',
        height: barPitch * figures.rows.length - 4,
        caption: `**Figure 3.** Where ${dollars(figures.tilci)} a year goes: ${oneDecimal(figures.shareOfPayroll)}% of a payroll of ${millions(figures.payroll)}. The price of people leaving is ${oneDecimal(figures.rows[0]?.share ?? 0)}% of it.`,
        alt: `Bar chart of the yearly cost by category: ${figures.rows.map(({ name, after }) => `${name} ${dollars(after)}`).join(', ')}.`,
        draw: (sheet, y) => drawBreakdown(sheet, y, figures),
      },
      { kind: 'heading', text: 'How far to believe it' },
      {
        kind: 'text',
        text: `A cost of ${oneDecimal(figures.shareOfPayroll)}% of payroll is a large claim, and most of it rests on one number: what a departure costs. So change that number and leave the rest alone. At 21% of pay, the median of the published case studies, the total falls to ${dollars(cautious?.total ?? 0)}. The range is wide, and it is honest to show it. What it does not do is reach zero: under the most cautious reading the cost is still ${oneDecimal(((cautious?.total ?? 0) / figures.payroll) * 100)}% of payroll.`,
      },
      {
        kind: 'figure',
        height: barPitch * figures.scenarios.length - 4,
        caption:
          '**Figure 4.** The same company under three prices of a departure, all other inputs unchanged and the overlap adjustment applied to each.',
        alt: `Bar chart of the total: ${figures.scenarios.map(({ name, total }) => `${name} ${dollars(total)}`).join(', ')}.`,
        draw: (sheet, y) => drawScenarios(sheet, y, figures),
      },
      { kind: 'heading', text: 'The return, from the break-even up' },
      {
        kind: 'text',
        text: `Returns on training are usually forecast from the top down: so much cost, so much of it avoided. We prefer to ask how little has to change. Ten seats at ${dollars(cohort.seatPrice)} are ${dollars(figures.seats)}. ${cohort.hoursEach} hours of each leader’s time at ${dollars(cohort.hourlyCost)} an hour are another ${dollars(figures.time)}. Together: ${dollars(figures.investment)}.`,
      },
      {
        kind: 'text',
        text: `One departure costs ${dollars(figures.perLeaver)} by the formula, after overlap and with the empty seat included, and ${dollars(figures.perLeaverCautious)} on the cautious reading. The investment is repaid when ${oneDecimal(figures.breakEven)} departures are avoided, or ${oneDecimal(figures.breakEvenCautious)}, out of ${oneDecimal(figures.leavers)} a year. Anything beyond is return: each further point of turnover, from ${company.turnoverRate}% to ${company.turnoverRate - 1}%, is worth ${dollars(figures.onePoint)} a year by the formula. Nothing else in the estimate needs to move.`,
      },
      {
        kind: 'quote',
        text: 'Do not ask how much could be saved. Ask how little has to change before it pays.',
      },
      {
        kind: 'text',
        text: 'Run it with your own figures. If your finance department prefers another price for a departure, use theirs; an estimate that its reader helped to build is worth more than a larger one that nobody believes.',
      },
    ],
  }
}

import type { SectionOf } from '../sections/tree.ts'

/** Public research that the calculator cites. Each value says how it follows from the publication. */
export const researchSources: SectionOf<'research-sources'> = {
  id: 'research-sources',
  type: 'research-sources',
  fields: {
    sources: [
      {
        id: 'bls-jolts-2024',
        name: 'BLS Job Openings and Labor Turnover, December 2024',
        publisher: 'U.S. Bureau of Labor Statistics',
        year: 2025,
        url: 'https://www.bls.gov/news.release/archives/jolts_02042025.htm',
        confidence: 95,
        freshnessDays: 30,
        values: {
          turnover_rate: {
            value: 24,
            derivation:
              'Quits rate of 2.0% of employment a month, total nonfarm, seasonally adjusted, times twelve. Dismissals are not in it.',
          },
        },
      },
      {
        id: 'gallup-global-workplace-2025',
        name: 'Gallup State of the Global Workplace 2025',
        publisher: 'Gallup',
        year: 2025,
        url: 'https://www.gallup.com/workplace/349484/state-of-the-global-workplace.aspx',
        confidence: 90,
        freshnessDays: 30,
        values: {
          disengagement_rate: {
            value: 17,
            derivation:
              'Share of employees worldwide who are actively disengaged: 17% in 2024, beside 21% engaged and 62% not engaged.',
          },
          productivity_loss: {
            value: 9,
            derivation:
              'Gallup estimates what full engagement would add at US$9.6 trillion, 9% of global GDP; taken as the share of output lost.',
          },
        },
      },
      {
        id: 'work-institute-2019',
        name: 'Work Institute Retention Report 2019',
        publisher: 'Work Institute',
        year: 2019,
        url: 'https://workinstitute.com/retentionreport2019',
        confidence: 75,
        freshnessDays: 365,
        values: {
          turnover_rate: {
            value: 27,
            derivation: 'More than 27 of every 100 employees left voluntarily in 2018.',
          },
        },
      },
      {
        id: 'shrm-benchmarking-2016',
        name: 'SHRM Human Capital Benchmarking 2016',
        publisher: 'Society for Human Resource Management',
        year: 2016,
        url: 'https://hrdive.com/news/latest-shrm-benchmarking-report-offers-data-on-recruiting-salary-and-more/423809',
        confidence: 70,
        freshnessDays: 365,
        values: {
          turnover_rate: {
            value: 19,
            derivation:
              'Annual turnover rate of the same 2,048 organizations: 19%, of which 8% are dismissals.',
          },
          hiring_delay_weeks: {
            value: 6,
            derivation:
              'SHRM asked 2,048 organizations in 2016: filling a position takes 42 days on average, divided by seven.',
          },
        },
      },
      {
        id: 'careerbuilder-vacancies-2017',
        name: 'CareerBuilder Extended Vacancies Survey 2017',
        publisher: 'CareerBuilder and The Harris Poll',
        year: 2017,
        url: 'https://hrdailyadvisor.blr.com/2017/04/18/skills-gap-costing-company/',
        confidence: 60,
        freshnessDays: 365,
        values: {
          revenue_lost_usd: {
            value: 800_000,
            derivation:
              'HR managers asked by CareerBuilder and The Harris Poll put the yearly cost of positions open too long at more than $800,000 on average.',
          },
        },
      },
      // The one field without a figure of its own: no publication gives a budget in dollars for "a company".
      {
        id: 'hmrc-rd-tax-credits-2023',
        name: 'HMRC R&D Tax Credits Statistics 2023',
        publisher: 'HM Revenue & Customs',
        year: 2023,
        url: 'https://www.gov.uk/government/statistics/corporate-tax-research-and-development-tax-credit/research-and-development-tax-credits-statistics-september-2023',
        confidence: 50,
        freshnessDays: 365,
        values: {
          rd_budget: {
            value: 610_000,
            derivation:
              'UK companies, 2021 to 2022: £44.1 billion of R&D behind 90,315 claims, £488,000 a claim. Our assumption: $1.25 a pound, rounded. Large companies pull this average up, so your own budget is the better figure.',
          },
        },
      },
    ],
  },
}

import type { ModuleMigration } from '#platform/database/migration.ts'
import { credentialMigrations } from './credentials/migrations.ts'
import { programMigrations } from './program/migrations.ts'

/** Public research the calculator cites: addresses that lead to the figure itself, and how each value follows from the publication. */
const research = `
insert into leadership_source (id, name, publisher, year, url, confidence_score, freshness_days) values
 ('gallup-global-workplace-2025', 'Gallup State of the Global Workplace 2025', 'Gallup', 2025,
  'https://www.gallup.com/workplace/349484/state-of-the-global-workplace.aspx', 0.90, 30),
 ('bls-jolts-2024', 'BLS Job Openings and Labor Turnover, December 2024', 'U.S. Bureau of Labor Statistics', 2025,
  'https://www.bls.gov/news.release/archives/jolts_02042025.htm', 0.95, 30),
 ('work-institute-2019', 'Work Institute Retention Report 2019', 'Work Institute', 2019,
  'https://workinstitute.com/retentionreport2019', 0.75, 365),
 ('shrm-benchmarking-2016', 'SHRM Human Capital Benchmarking 2016', 'Society for Human Resource Management', 2016,
  'https://hrdive.com/news/latest-shrm-benchmarking-report-offers-data-on-recruiting-salary-and-more/423809', 0.70, 365),
 ('careerbuilder-vacancies-2017', 'CareerBuilder Extended Vacancies Survey 2017', 'CareerBuilder and The Harris Poll', 2017,
  'https://hrdailyadvisor.blr.com/2017/04/18/skills-gap-costing-company/', 0.60, 365),
 ('hmrc-rd-tax-credits-2023', 'HMRC R&D Tax Credits Statistics 2023', 'HM Revenue & Customs', 2023,
  'https://www.gov.uk/government/statistics/corporate-tax-research-and-development-tax-credit/research-and-development-tax-credits-statistics-september-2023',
  0.50, 365);
insert into leadership_factor (source_id, factor_key, value, derivation) values
 ('gallup-global-workplace-2025', 'disengagement_rate', 17,
  'Share of employees worldwide who are actively disengaged: 17% in 2024, beside 21% engaged and 62% not engaged.'),
 ('gallup-global-workplace-2025', 'productivity_loss', 9,
  'Gallup estimates what full engagement would add at US$9.6 trillion, 9% of global GDP; taken as the share of output lost.'),
 ('bls-jolts-2024', 'turnover_rate', 24,
  'Quits rate of 2.0% of employment a month, total nonfarm, seasonally adjusted, times twelve. Dismissals are not in it.'),
 ('work-institute-2019', 'turnover_rate', 27,
  'More than 27 of every 100 employees left voluntarily in 2018.'),
 ('shrm-benchmarking-2016', 'hiring_delay_weeks', 6,
  'SHRM asked 2,048 organizations in 2016: filling a position takes 42 days on average, divided by seven.'),
 ('shrm-benchmarking-2016', 'turnover_rate', 19,
  'Annual turnover rate of the same 2,048 organizations: 19%, of which 8% are dismissals.'),
 ('careerbuilder-vacancies-2017', 'revenue_lost_usd', 800000,
  'HR managers asked by CareerBuilder and The Harris Poll put the yearly cost of positions open too long at more than $800,000 on average.'),
 -- No publication gives a budget in dollars for "a company": what is assumed is said.
 ('hmrc-rd-tax-credits-2023', 'rd_budget', 610000,
  'UK companies, 2021 to 2022: £44.1 billion of R&D behind 90,315 claims, £488,000 a claim. Our assumption: $1.25 a pound, rounded. Large companies pull this average up, so your own budget is the better figure.');
`

export const leadershipMigrations: ModuleMigration[] = [
  {
    name: '20261121-11-leadership-sources',
    sql: `
create table leadership_source (
  id text primary key,
  name text not null unique,
  publisher text not null,
  year int not null,
  url text not null,
  confidence_score numeric(3,2) not null default 0.80 check (confidence_score between 0 and 1),
  freshness_days int not null default 30 check (freshness_days > 0)
);
create table leadership_factor (
  source_id text not null references leadership_source (id) on delete cascade,
  factor_key text not null check (factor_key in
    ('turnover_rate', 'disengagement_rate', 'productivity_loss', 'rd_budget', 'hiring_delay_weeks', 'revenue_lost_usd')),
  value numeric(16,2) not null check (value >= 0),
  derivation text not null,
  primary key (source_id, factor_key)
);
create table leadership_change (
  id bigint generated always as identity primary key,
  source_id text not null,
  at timestamptz not null,
  by_username text not null,
  before jsonb,
  after jsonb,
  check (before is not null or after is not null)
);
create index leadership_change_newest on leadership_change (at desc);
${research}`,
  },
  ...programMigrations,
  ...credentialMigrations,
]

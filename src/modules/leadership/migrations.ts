import type { ModuleMigration } from '#platform/database/migration.ts'
import { credentialMigrations } from './credentials/migrations.ts'
import { programMigrations } from './program/migrations.ts'
import { seatMigrations } from './program/seats/migrations.ts'

/** Public research the calculator cites. Each value says how it follows from the publication. */
const seed = `
insert into leadership_source (id, name, publisher, year, url, confidence_score, freshness_days) values
 ('gallup-global-workplace-2025', 'Gallup State of the Global Workplace 2025', 'Gallup', 2025,
  'https://www.gallup.com/workplace/349484/state-of-the-global-workplace.aspx', 0.90, 30),
 ('bls-jolts-2024', 'BLS Job Openings and Labor Turnover 2024', 'U.S. Bureau of Labor Statistics', 2025,
  'https://www.bls.gov/jlt/', 0.95, 30),
 ('work-institute-2019', 'Work Institute Retention Report 2019', 'Work Institute', 2019,
  'https://workinstitute.com/retention-reports/', 0.75, 365),
 ('shrm-benchmarking-2016', 'SHRM Human Capital Benchmarking 2016', 'Society for Human Resource Management', 2016,
  'https://www.shrm.org/', 0.70, 365),
 ('careerbuilder-vacancies-2017', 'CareerBuilder Extended Vacancies Survey 2017', 'CareerBuilder and The Harris Poll', 2017,
  'https://press.careerbuilder.com/', 0.60, 365);
insert into leadership_factor (source_id, factor_key, value, derivation) values
 ('gallup-global-workplace-2025', 'disengagement_rate', 17,
  'Share of employees worldwide who are actively disengaged.'),
 ('gallup-global-workplace-2025', 'productivity_loss', 9,
  'Gallup puts the cost of low engagement at 9% of global GDP; taken as the share of output lost.'),
 ('bls-jolts-2024', 'turnover_rate', 24,
  'Monthly quits rate of 2.0% in December 2024, times twelve.'),
 ('work-institute-2019', 'turnover_rate', 27,
  'More than 27 of every 100 employees left voluntarily in 2018.'),
 ('shrm-benchmarking-2016', 'hiring_delay_weeks', 6,
  'Average time to fill a position of 42 days, divided by seven.'),
 ('careerbuilder-vacancies-2017', 'revenue_lost_usd', 800000,
  'Average yearly cost that HR managers put on positions left open too long.');
`

/** Addresses that lead to the figure itself, and derivations that say where in the publication it stands. */
const citations = `
update leadership_source set url = 'https://www.bls.gov/news.release/archives/jolts_02042025.htm',
  name = 'BLS Job Openings and Labor Turnover, December 2024' where id = 'bls-jolts-2024';
update leadership_source set url = 'https://workinstitute.com/retentionreport2019' where id = 'work-institute-2019';
update leadership_source set
  url = 'https://hrdive.com/news/latest-shrm-benchmarking-report-offers-data-on-recruiting-salary-and-more/423809'
  where id = 'shrm-benchmarking-2016';
update leadership_source set url = 'https://hrdailyadvisor.blr.com/2017/04/18/skills-gap-costing-company/'
  where id = 'careerbuilder-vacancies-2017';
update leadership_factor set derivation =
  'Share of employees worldwide who are actively disengaged: 17% in 2024, beside 21% engaged and 62% not engaged.'
  where source_id = 'gallup-global-workplace-2025' and factor_key = 'disengagement_rate';
update leadership_factor set derivation =
  'Gallup estimates what full engagement would add at US$9.6 trillion, 9% of global GDP; taken as the share of output lost.'
  where source_id = 'gallup-global-workplace-2025' and factor_key = 'productivity_loss';
update leadership_factor set derivation =
  'Quits rate of 2.0% of employment a month, total nonfarm, seasonally adjusted, times twelve. Dismissals are not in it.'
  where source_id = 'bls-jolts-2024' and factor_key = 'turnover_rate';
update leadership_factor set derivation =
  'SHRM asked 2,048 organisations in 2016: filling a position takes 42 days on average, divided by seven.'
  where source_id = 'shrm-benchmarking-2016' and factor_key = 'hiring_delay_weeks';
insert into leadership_factor (source_id, factor_key, value, derivation) values
  ('shrm-benchmarking-2016', 'turnover_rate', 19,
   'Annual turnover rate of the same 2,048 organisations: 19%, of which 8% are dismissals.');
update leadership_factor set derivation =
  'HR managers asked by CareerBuilder and The Harris Poll put the yearly cost of positions open too long at more than $800,000 on average.'
  where source_id = 'careerbuilder-vacancies-2017' and factor_key = 'revenue_lost_usd';
`

/** The one field that had no source. No publication gives a budget in dollars for "a company": what is assumed is said. */
const researchBudget = `
insert into leadership_source (id, name, publisher, year, url, confidence_score, freshness_days) values
 ('hmrc-rd-tax-credits-2023', 'HMRC R&D Tax Credits Statistics 2023', 'HM Revenue & Customs', 2023,
  'https://www.gov.uk/government/statistics/corporate-tax-research-and-development-tax-credit/research-and-development-tax-credits-statistics-september-2023',
  0.50, 365)
 on conflict do nothing;
insert into leadership_factor (source_id, factor_key, value, derivation)
 select id, 'rd_budget', 610000,
  'UK companies, 2021 to 2022: £44.1 billion of R&D behind 90,315 claims, £488,000 a claim. Our assumption: $1.25 a pound, rounded. Large companies pull this average up, so your own budget is the better figure.'
 from leadership_source where id = 'hmrc-rd-tax-credits-2023'
 on conflict do nothing;
`

export const leadershipMigrations: ModuleMigration[] = [
  {
    name: '20261121-50-leadership-sources',
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
${seed}`,
  },
  {
    name: '20261121-92-leadership-citations',
    sql: `
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
${citations}`,
  },
  { name: '20261121-96-leadership-rd-budget', sql: researchBudget },
  {
    name: '20261121-98-leadership-american-words',
    sql: `
-- Only our own words: whatever an editor has written since is left alone.
update leadership_factor set derivation = replace(derivation, '2,048 organisations', '2,048 organizations')
  where source_id = 'shrm-benchmarking-2016' and derivation like '%2,048 organisations%';`,
  },
  ...programMigrations,
  ...credentialMigrations,
  ...seatMigrations,
]

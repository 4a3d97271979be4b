/** Every source that the whitepaper cites. Numbers are given in the order of first citation. */
export const references = {
  banks:
    'Banks, G. C., McCauley, K. D., Gardner, W. L., & Guler, C. E. (2016). A meta-analytic review of authentic and transformational leadership: A test for redundancy. *The Leadership Quarterly*, 27(4), 634–652.',
  baer: 'Baer, M., & Frese, M. (2003). Innovation is not enough: Climates for initiative and psychological safety, process innovations, and firm performance. *Journal of Organizational Behavior*, 24(1), 45–68.',
  bls: 'U.S. Bureau of Labor Statistics (2025). *Job Openings and Labor Turnover Survey*, December 2024. U.S. Department of Labor. bls.gov/jlt',
  boushey:
    'Boushey, H., & Glynn, S. J. (2012). *There Are Significant Business Costs to Replacing Employees*. Center for American Progress.',
  careerbuilder:
    'CareerBuilder and The Harris Poll (2017). Survey of employers on the cost of extended vacancies. CareerBuilder.',
  detert:
    'Detert, J. R., & Burris, E. R. (2007). Leadership behavior and employee voice: Is the door really open? *Academy of Management Journal*, 50(4), 869–884.',
  dirks:
    'Dirks, K. T., & Ferrin, D. L. (2002). Trust in leadership: Meta-analytic findings and implications for research and practice. *Journal of Applied Psychology*, 87(4), 611–628.',
  edmondson96:
    'Edmondson, A. C. (1996). Learning from mistakes is easier said than done: Group and organizational influences on the detection and correction of human error. *The Journal of Applied Behavioral Science*, 32(1), 5–28.',
  edmondson99:
    'Edmondson, A. (1999). Psychological safety and learning behavior in work teams. *Administrative Science Quarterly*, 44(2), 350–383.',
  gallup15: 'Gallup (2015). *State of the American Manager: Analytics and Advice for Leaders*. Gallup, Inc.',
  gallup20:
    'Harter, J. K., Schmidt, F. L., Agrawal, S., Plowman, S. K., & Blue, A. T. (2020). *The Relationship Between Engagement at Work and Organizational Outcomes: 2020 Q12 Meta-Analysis*, 10th edition. Gallup, Inc.',
  gallup25: 'Gallup (2025). *State of the Global Workplace: 2025 Report*. Gallup, Inc. gallup.com',
  gollwitzer:
    'Gollwitzer, P. M., & Sheeran, P. (2006). Implementation intentions and goal achievement: A meta-analysis of effects and processes. *Advances in Experimental Social Psychology*, 38, 69–119.',
  harter02:
    'Harter, J. K., Schmidt, F. L., & Hayes, T. L. (2002). Business-unit-level relationship between employee satisfaction, employee engagement, and business outcomes: A meta-analysis. *Journal of Applied Psychology*, 87(2), 268–279.',
  hoch: 'Hoch, J. E., Bommer, W. H., Dulebohn, J. H., & Wu, D. (2018). Do ethical, authentic, and servant leadership explain variance above and beyond transformational leadership? A meta-analysis. *Journal of Management*, 44(2), 501–529.',
  hoffman:
    'Hoffman, M., & Tadelis, S. (2021). People management skills, employee attrition, and manager rewards: An empirical analysis. *Journal of Political Economy*, 129(1), 243–285.',
  kahn: 'Kahn, W. A. (1990). Psychological conditions of personal engagement and disengagement at work. *Academy of Management Journal*, 33(4), 692–724.',
  lacerenza:
    'Lacerenza, C. N., Reyes, D. L., Marlow, S. L., Joseph, D. L., & Salas, E. (2017). Leadership training design, delivery, and implementation: A meta-analysis. *Journal of Applied Psychology*, 102(12), 1686–1718.',
  lally:
    'Lally, P., van Jaarsveld, C. H. M., Potts, H. W. W., & Wardle, J. (2010). How are habits formed: Modelling habit formation in the real world. *European Journal of Social Psychology*, 40(6), 998–1009.',
  lazear:
    'Lazear, E. P., Shaw, K. L., & Stanton, C. T. (2015). The value of bosses. *Journal of Labor Economics*, 33(4), 823–861.',
  morrison:
    'Morrison, E. W., & Milliken, F. J. (2000). Organizational silence: A barrier to change and development in a pluralistic world. *Academy of Management Review*, 25(4), 706–725.',
  owens:
    'Owens, B. P., Johnson, M. D., & Mitchell, T. R. (2013). Expressed humility in organizations: Implications for performance, teams, and leadership. *Organization Science*, 24(5), 1517–1538.',
  park: 'Park, T.-Y., & Shaw, J. D. (2013). Turnover rates and organizational performance: A meta-analysis. *Journal of Applied Psychology*, 98(2), 268–309.',
  shrm: 'Society for Human Resource Management (2016). *Human Capital Benchmarking Report*. SHRM.',
  simons02:
    'Simons, T. (2002). Behavioral integrity: The perceived alignment between managers’ words and deeds as a research focus. *Organization Science*, 13(1), 18–35.',
  simonsHbr: 'Simons, T. (2002). The high cost of lost trust. *Harvard Business Review*, 80(9), 18–19.',
  smither:
    'Smither, J. W., London, M., & Reilly, R. R. (2005). Does performance improve following multisource feedback? A theoretical model, meta-analysis, and review of empirical findings. *Personnel Psychology*, 58(1), 33–66.',
  walumbwa:
    'Walumbwa, F. O., Avolio, B. J., Gardner, W. L., Wernsing, T. S., & Peterson, S. J. (2008). Authentic leadership: Development and validation of a theory-based measure. *Journal of Management*, 34(1), 89–126.',
  work: 'Work Institute (2019). *2019 Retention Report*. Work Institute.',
} as const

export type ReferenceKey = keyof typeof references

/** Numbers the sources in the order of their first citation. Every source must be cited. */
export class Citations {
  readonly #order: ReferenceKey[] = []

  /** @throws Error for a key that no reference has. */
  number(key: string): number {
    if (!(key in references)) throw new Error(`No reference "${key}"`)
    const known = key as ReferenceKey
    if (!this.#order.includes(known)) this.#order.push(known)
    return this.#order.indexOf(known) + 1
  }

  /** The references by number. @throws Error if a source is not cited */
  list(): string[] {
    const unused = Object.keys(references).filter((key) => !this.#order.includes(key as ReferenceKey))
    if (unused.length > 0) throw new Error(`Nothing cites ${unused.join(', ')}`)
    return this.#order.map((key) => references[key])
  }
}

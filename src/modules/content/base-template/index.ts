import type { Tree } from '../sections/tree.ts'
import { about } from './about.ts'
import { certificationProgramDetails } from './certification-program-details.ts'
import { certificationQuestionnaire } from './certification-questionnaire.ts'
import { home } from './home.ts'
import { leadershipCostCalculator } from './leadership-cost-calculator.ts'
import { leadershipCostResults } from './leadership-cost-results.ts'
import { privacy } from './privacy.ts'
import { researchSources } from './research-sources.ts'
import { terms } from './terms.ts'

/** The built-in tree: what the site shows before anyone has edited it, and after a reset. */
export const baseTemplate: Tree = {
  pages: [
    home,
    about,
    certificationQuestionnaire,
    certificationProgramDetails,
    // The page asks for the sources by calls, so that browsers do not bundle them with it.
    { ...leadershipCostCalculator, sections: [...leadershipCostCalculator.sections, researchSources] },
    leadershipCostResults,
    terms,
    privacy,
  ],
}

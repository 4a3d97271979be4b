import { certificationQuestionnaire } from '#modules/content/base-template/certification-questionnaire.ts'
import { useContent } from '../../lib/content.ts'
import { purchaseSteps } from '../../ui/progress-tracker.tsx'
import { fieldsOf } from '../program/section.ts'

/** The names of the four steps, for every page of the purchase except the program page, which has its own. */
export function usePurchaseSteps(): readonly string[] {
  const { page } = useContent(certificationQuestionnaire)
  return fieldsOf(page, 'certification-questionnaire')?.trackerLabels ?? purchaseSteps
}

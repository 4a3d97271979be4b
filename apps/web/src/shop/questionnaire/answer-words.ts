import { certificationQuestionnaire } from '#modules/content/base-template/certification-questionnaire.ts'
import type { Fields } from '#modules/content/contract.ts'
import { useContent } from '../../lib/content.ts'
import { fieldsOf } from '../program/section.ts'
import { words } from '../program/text.tsx'

/** The texts of a question and its answer. */
export interface AnswerWords {
  id: string
  question: string
  answer: string
}

/** The answers as texts, in the order of the questionnaire; answers that it does not contain any more are left out. */
export function answerWords(
  questions: Fields<'certification-questionnaire'>['questions'],
  answers: Readonly<Record<string, string>>,
): AnswerWords[] {
  return questions.flatMap(({ id, title, options }) => {
    const chosen = Object.hasOwn(answers, id)
      ? options.find((option) => option.id === answers[id])
      : undefined
    return chosen ? [{ id, question: words(title), answer: words(chosen.title) }] : []
  })
}

/** The same, with the current content's questions. */
export function useAnswerWords(answers: Readonly<Record<string, string>>): AnswerWords[] {
  const { page } = useContent(certificationQuestionnaire)
  return answerWords(fieldsOf(page, 'certification-questionnaire')?.questions ?? [], answers)
}

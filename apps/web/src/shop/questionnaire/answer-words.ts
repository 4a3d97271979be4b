import { certificationQuestionnaire } from '#modules/content/base-template/certification-questionnaire.ts'
import type { Fields } from '#modules/content/contract.ts'
import { useContent } from '../../lib/content.ts'
import { fieldsOf } from '../program/section.ts'
import { words } from '../program/text.tsx'

/** One answer as people read it. */
export interface AnswerWords {
  id: string
  question: string
  answer: string
}

/** The answers in the order and the words of the questionnaire; what it does not know (any more) is left out. */
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

/** The same, in the words that the content has now. */
export function useAnswerWords(answers: Readonly<Record<string, string>>): AnswerWords[] {
  const { page } = useContent(certificationQuestionnaire)
  return answerWords(fieldsOf(page, 'certification-questionnaire')?.questions ?? [], answers)
}

import type { Answers } from './events.ts'

export interface AnswerInWords {
  question: string
  answer: string
}

/**
 * Questionnaire answers as people read them, from the ids that the log keeps: "currentLevel" and "rising-leader"
 * become "Current level" and "Rising leader". The ids stay the same when editors change the words on the screen.
 */
export function answersInWords(answers: Answers): AnswerInWords[] {
  return Object.entries(answers).map(([question, answer]) => ({
    question: words(question.replace(/([a-z])([A-Z])/g, '$1 $2')),
    answer: words(answer),
  }))
}

function words(id: string): string {
  const text = id
    .replace(/[-_.]+/g, ' ')
    .toLowerCase()
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

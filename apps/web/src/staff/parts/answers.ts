export { useAction, useAnswer } from '../../lib/answers.ts'

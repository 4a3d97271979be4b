export { staffKey, useAction, useAnswer } from '../../lib/answers.ts'

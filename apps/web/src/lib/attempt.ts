import { saidByServer } from './failure-text.ts'
import { notify } from './notify.ts'

/** Awaits a change, then runs `done`. After a refusal a message gives the server's reason, or `otherwise` if there is none. */
export async function attempt<Answer>(
  change: Promise<Answer>,
  done: (answer: Answer) => void,
  otherwise = 'That did not work. Please try again.',
): Promise<void> {
  try {
    done(await change)
  } catch (failure) {
    notify.error(saidByServer(failure) ?? otherwise)
  }
}

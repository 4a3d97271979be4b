import { ApiFailure } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import type { Tree } from '../api.ts'
import { problemWords } from '../draft/place-words.ts'
import { problemsOf } from '../draft/tree-problems.ts'

/** The text after "Error: " for a failed save; for a refused `tree`, it names page, section and field. */
export function saveMessage(failure: unknown, tree?: Tree): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Failed to save content'
  const words = failure.status === 400 && tree ? problemWords(tree, problemsOf(tree)) : undefined
  if (words) return words
  return serverText(failure) ?? 'Unknown server error'
}

/** "Reset failed: …" and "Publish failed: …": with the server's message, else its error, else that it could not be reached. */
export function actionMessage(failed: string, failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline)
    return `${failed}: Network error or server unavailable`
  return `${failed}: ${serverText(failure) ?? 'Unknown error'}`
}

/**
 * Runs an action of the whole content and says its end in a toast: the sentence that `work` returns, or that it `failed`.
 * @param shownFor milliseconds that the toasts of a success and of a failure stay
 */
export async function withToasts(
  failed: string,
  work: () => Promise<string>,
  shownFor: { success?: number; failure?: number } = {},
): Promise<void> {
  const staying = (autoClose: number | undefined) => (autoClose === undefined ? undefined : { autoClose })
  try {
    notify.success(await work(), staying(shownFor.success))
  } catch (failure) {
    notify.error(actionMessage(failed, failure), staying(shownFor.failure))
  }
}

function serverText({ extra }: ApiFailure): string | undefined {
  const text = [extra.message, extra.error].find((each) => typeof each === 'string' && each !== '')
  return typeof text === 'string' ? text : undefined
}

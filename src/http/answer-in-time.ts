/** No caller waits longer than this for an answer, whatever a request meets on its way. */
import { problem } from './problem.ts';

/** Milliseconds. Above what one statement may take with its wait for a connection (`SERVING_TIMEOUTS`). */
export const ANSWER_MS = 9_500;

/**
 * What was begun goes on after the answer: a repetition with the same key, or a look, shows what became of it.
 *
 * @param ms how long the answer may take from now on
 * @throws Problem `unavailable` when the time is up, or what `answer` throws
 */
export async function answerInTime<T>(answer: Promise<T>, ms: number = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms);
    timer.unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate() {
  return problem('unavailable', 'This took too long and may still be done. Repeat it; a command with the same key.', {
    retryAfterSeconds: 2,
  });
}

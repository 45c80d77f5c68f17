/** Whether there is a Python for the independent verifier; a gate must have one. */
import { execFileSync } from 'node:child_process';

export const hasPython = isThere();

function isThere(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' });
    return true;
  } catch (cause) {
    if (process.env.CI === 'true')
      throw new Error('The tests of examples/verify.py need python3, 3.9 or later.', { cause });
    console.warn('No python3, 3.9 or later: the tests of examples/verify.py are skipped.');
    return false;
  }
}

/** Runs examples/verify.py: over many documents in one process, or as a reader would. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
export const VERIFIER = join(EXAMPLES, 'verify.py');

export interface PythonVerdict {
  /** What is wrong, `null` when nothing is. */
  readonly fault: string | null;
  readonly lines: readonly string[];
}

const OVER_MANY = `
import contextlib, io, json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import verify
verdicts = []
for number in range(int(sys.argv[3])):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        fault = verify.main(os.path.join(sys.argv[2], f"{number}.json"))
    verdicts.append({"fault": fault, "lines": output.getvalue().splitlines()})
print(json.dumps(verdicts))
`;

export function pythonVerdicts(documents: readonly unknown[]): readonly PythonVerdict[] {
  const folder = mkdtempSync(join(tmpdir(), 'dalmuti-verifier-'));
  try {
    documents.forEach((document, number) => {
      writeFileSync(join(folder, `${number}.json`), JSON.stringify(document));
    });
    const call = ['-c', OVER_MANY, EXAMPLES, folder, `${documents.length}`];
    return JSON.parse(execFileSync('python3', call, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param input what stands in standard input */
export function runVerifier(args: readonly string[], input: string) {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', VERIFIER, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** What developers run and operators never ship: each tool is an npm script, loaded when it is asked for. */

import { table } from '../src/cli/command.ts';
import { runSubcommand, type Subcommand } from '../src/cli/command-line.ts';
import { printText } from '../src/cli/terminal/output.ts';

const TOOLS: readonly Subcommand[] = [
  {
    name: 'bench',
    summary: 'Measure the rules and the service on this machine.',
    load: () => import('./bench/main.ts'),
  },
  {
    name: 'hostile',
    summary: 'Measure what callers within the limits can do to a game of others.',
    load: () => import('./hostile/main.ts'),
  },
  {
    name: 'simulate',
    summary: 'Play many hands directly on the rules and check the invariants.',
    load: () => import('./simulate.ts'),
  },
  {
    name: 'openapi',
    summary: 'Write the contract: OpenAPI and AsyncAPI.',
    load: () => import('./contract/openapi.ts'),
  },
  { name: 'docs', summary: 'Write the lists of problems and of settings.', load: () => import('./docs/docs.ts') },
];

/**
 * @param args the name of a tool and its arguments
 * @returns the exit code
 */
export async function runTool([name = 'help', ...rest]: readonly string[]): Promise<number> {
  if (name !== 'help') return runSubcommand('npm run', TOOLS, name, rest);
  printText(
    `Usage: npm run <tool> -- [options]\n\nTools:\n${table(TOOLS.map(({ name, summary }) => [name, summary]))}\n`,
  );
  return 0;
}

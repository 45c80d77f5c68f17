/** Runs one tool of the project: the npm scripts `bench`, `hostile`, `simulate`, `openapi` and `docs` start here. */
import { runTool } from './tools.ts';

process.exitCode = await runTool(process.argv.slice(2));

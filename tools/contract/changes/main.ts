/** `npm run contract:diff` and `npm run contract:release`, for who changes the contract and who releases it. */
import { fileURLToPath } from 'node:url';
import { compareWithRelease, keepRelease } from './released.ts';

const folder = fileURLToPath(new URL('../../../openapi', import.meta.url));
const { code, words } = process.argv[2] === 'release' ? keepRelease(folder) : compareWithRelease(folder);
process.stdout.write(words);
process.exitCode = code;

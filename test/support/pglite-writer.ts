/** A process that opens an embedded database, appends steps to it, says which, and then holds on until it is killed. */
import { createEventLog } from '../../src/adapters/event-log.ts';
import { openPglite } from '../../src/adapters/pglite.ts';
import { aStep } from './steps.ts';

const [folder = '', template = '', count = '0'] = process.argv.slice(2);
const database = await openPglite({ folder, template });
const log = createEventLog(database);
for (let index = 0; index < Number(count); index += 1) {
  const step = aStep({ count: 2 });
  await log.append(step);
  console.log(step.gameId);
}
console.log('ready');
setInterval(() => undefined, 60_000);

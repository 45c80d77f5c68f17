/** A process that has a data folder, appends as many steps as it is told to, says which, and holds on until it is killed. */
import { createEventLog } from '../../src/adapters/event-log.ts';
import { lockFolder } from '../../src/adapters/folder-lock.ts';
import { openPglite } from '../../src/adapters/pglite.ts';
import { aStep } from './steps.ts';

const [folder = '', template = '', count = '0'] = process.argv.slice(2);
if (count === '0') {
  await lockFolder(folder);
} else {
  const log = createEventLog(await openPglite({ folder, template }));
  for (let index = 0; index < Number(count); index += 1) {
    const step = aStep({ count: 2 });
    await log.append(step);
    console.log(step.gameId);
  }
}
console.log('ready');
setInterval(() => undefined, 60_000);

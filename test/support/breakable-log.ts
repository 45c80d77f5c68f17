/** A log that takes nothing while the test says so, as when the database is away. */
import { type EventLog, LogUnavailable } from '../../src/ports/event-log.ts';

/** @param isBroken asked at each append */
export function breakableLog(log: EventLog, isBroken: () => boolean): EventLog {
  return {
    ...log,
    append: async (step) => {
      if (isBroken()) throw new LogUnavailable('the database is away', 1);
      return log.append(step);
    },
  };
}

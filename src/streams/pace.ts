/** Topics open no faster than a client reads: a client that resumes many of them would be too slow otherwise. */

const MAX_OPENING = 2;

export interface Pace {
  /** Runs the work when fewer than two others run and the client has read enough; in the order of the calls. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Looks again whether the client has read enough. */
  look(): void;
}

/** @param isFree whether the client has read enough to be sent more */
export function createPace(isFree: () => boolean): Pace {
  const waiting: (() => void)[] = [];
  let running = 0;

  function look(): void {
    while (running < MAX_OPENING && isFree()) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next();
    }
  }

  return {
    look,
    async run(work) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        look();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        look();
      }
    },
  };
}

/** The walk on a real terminal: keys in, pictures out, and the terminal as it was on every way out. */
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { ENTER, LEAVE, redraw } from '../terminal/screen.ts';
import type { Style } from '../terminal/style.ts';
import { picture } from './picture.ts';
import type { Recording } from './recording.ts';
import { BEGIN, type Key, press } from './walk.ts';

/** Where a terminal does not tell. */
const USUAL = { width: 80, height: 24 };

/** As shells tell that a signal ended a program. */
const SIGNALS: readonly { readonly signal: NodeJS.Signals; readonly code: number }[] = [
  { signal: 'SIGHUP', code: 129 },
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
];

/** @returns the exit code of the signal that ended the walk, `null` where the person did */
export async function walkOnTerminal(
  recording: Recording,
  input: ReadStream,
  output: WriteStream,
  style: Style,
): Promise<number | null> {
  const { frames, handStarts, trickStarts } = recording;
  const course = { length: frames.length, handStarts, trickStarts };
  let walk = BEGIN;
  let entered = false;
  let end: (code: number | null) => void = () => {};
  const ended = new Promise<number | null>((resolve) => {
    end = resolve;
  });

  const draw = (): void => {
    const size = { width: output.columns || USUAL.width, height: output.rows || USUAL.height };
    output.write(redraw(picture(recording, walk, size, style)));
  };
  const enter = (): void => {
    entered = true;
    input.setRawMode(true);
    output.write(ENTER);
    draw();
  };
  const leave = (): void => {
    if (!entered) return;
    entered = false;
    output.write(LEAVE);
    // A terminal that has hung up cannot be given back.
    if (!input.destroyed) input.setRawMode(false);
  };
  const pressed = (_text: string | undefined, key: Key): void => {
    if (key.ctrl === true && key.name === 'z') {
      leave();
      process.kill(process.pid, 'SIGTSTP');
      // The shell has the terminal until it sends SIGCONT; where there is no shell, nothing has stopped.
      setImmediate(() => {
        if (!entered && !walk.over) enter();
      });
      return;
    }
    walk = press(walk, key, course);
    if (walk.over) end(null);
    else draw();
  };
  const hungUp = (): void => end(null);
  const signals = SIGNALS.map(({ signal, code }) => ({ signal, heard: () => end(code) }));

  emitKeypressEvents(input);
  input.on('keypress', pressed);
  input.once('end', hungUp);
  // Writing to a terminal that is gone fails.
  input.once('error', hungUp);
  output.once('error', hungUp);
  output.on('resize', draw);
  for (const { signal, heard } of signals) process.once(signal, heard);
  process.on('SIGCONT', enter);
  process.once('exit', leave);
  try {
    enter();
    input.resume();
    return await ended;
  } finally {
    leave();
    input.pause();
    input.off('keypress', pressed);
    input.off('end', hungUp);
    output.off('resize', draw);
    for (const { signal, heard } of signals) process.off(signal, heard);
    process.off('SIGCONT', enter);
    process.off('exit', leave);
  }
}

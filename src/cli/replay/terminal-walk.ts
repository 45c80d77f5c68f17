/** The walk on a real terminal: keys in, pictures out, and the terminal as it was on every way out. */
import { emitKeypressEvents } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ENTER, LEAVE, redraw } from '../terminal/screen.ts';
import type { Style } from '../terminal/style.ts';
import { picture } from './picture.ts';
import type { Recording } from './recording.ts';
import { BEGIN, type Key, press } from './walk.ts';

/** What the walk needs of `process.stdin` on a terminal. */
export type Keyboard = Readable & { setRawMode(raw: boolean): unknown };

/** What the walk needs of stdout on a terminal: its size, and `resize` when that changes. */
export type Screen = Writable & { readonly columns?: number; readonly rows?: number };

/** Where a terminal does not tell. */
const USUAL = { width: 80, height: 24 };

const SIGNALS: readonly NodeJS.Signals[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** @returns the signal that ended the walk, `SIGHUP` also where the terminal is gone, `null` where the person did */
export async function walkOnTerminal(
  recording: Recording,
  input: Keyboard,
  output: Screen,
  style: Style,
): Promise<NodeJS.Signals | null> {
  const { frames, handStarts, trickStarts } = recording;
  const course = { length: frames.length, handStarts, trickStarts };
  let walk = BEGIN;
  let entered = false;
  let end: (by: NodeJS.Signals | null) => void = () => {};
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
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
    input.setRawMode(false);
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
  const hungUp = (): void => end('SIGHUP');
  const signals = SIGNALS.map((signal) => ({ signal, heard: () => end(signal) }));

  emitKeypressEvents(input);
  input.on('keypress', pressed);
  input.once('end', hungUp);
  // A terminal that is gone fails at whatever is written last, too: these stay.
  input.on('error', hungUp);
  output.on('error', hungUp);
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

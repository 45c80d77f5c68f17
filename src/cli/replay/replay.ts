/** `dalmuti replay`: a finished game is checked, and walked through hand by hand. */

import { constants } from 'node:os';
import type { Replay } from '../../replays/schemas.ts';
import { type Verdict, verifyReplay } from '../../replays/verify.ts';
import { helpFor } from '../command.ts';
import { readDocument, Unreadable } from '../read-document.ts';
import { printError, printLines, printText, screen } from '../terminal/output.ts';
import { canDraw, wantsColours } from '../terminal/screen.ts';
import { createStyle } from '../terminal/style.ts';
import { jsonLines } from './json-lines.ts';
import { type ReplayOptions, readOptions, SPEC } from './options.ts';
import { plainStory } from './plain.ts';
import { NoReplay, readReplay } from './read-replay.ts';
import { type Recording, recordingOf } from './recording.ts';
import { walkOnTerminal } from './terminal-walk.ts';
import { verdictLine } from './verdict-line.ts';

const TRUE = 0;
const NOT_TRUE = 1;
const NOTHING_TO_SHOW = 2;

export async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    printText(helpFor(SPEC));
    return TRUE;
  }
  try {
    const document = await readDocument(options.source, options.token);
    const verdict = judged(document);
    // What is true has been read against the schema already, which takes its time.
    const recording = recordingOf(verdict.ok ? (document as Replay) : readReplay(document), verdict);
    return (await show(recording, options)) ?? (recording.verdict.ok ? TRUE : NOT_TRUE);
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof NoReplay)) throw error;
    printError`${error.message}`;
    return NOTHING_TO_SHOW;
  }
}

/** Whatever somebody wrote into a document, it is judged; it may be so odd that the check itself breaks. */
function judged(document: unknown): Verdict {
  try {
    return verifyReplay(document);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, version: null, reason: `The check could not go on: ${why}.` };
  }
}

/** @returns the exit code of a signal, `null` where there was none @throws NoReplay for a hand that there is not */
async function show(recording: Recording, { hand, json, plain }: ReplayOptions): Promise<number | null> {
  const { frames } = recording;
  if (frames.length > 0 && hand !== null && !frames.some((frame) => frame.hand === hand)) {
    throw new NoReplay(`This game has no hand ${hand}, only ${frames.at(-1)?.hand}.`);
  }
  const line = verdictLine(recording);
  if (json) {
    // What a program reads is the events alone.
    printError`${line}`;
    await printLines(jsonLines(recording, hand));
    return null;
  }
  const colours = wantsColours(process.env);
  const onTerminal = canDraw(screen, process.env);
  if (!onTerminal || !process.stdin.isTTY || plain || hand !== null || frames.length === 0) {
    await printLines([line, ...plainStory(recording, hand, createStyle(onTerminal && colours))]);
    return null;
  }
  await printLines([line]);
  const signal = await walkOnTerminal(recording, process.stdin, screen, createStyle(colours));
  return signal === null ? null : endBy(signal);
}

/** The terminal has been given back; the signal now does what it would have done. @returns what shells make of it */
function endBy(signal: NodeJS.Signals): number {
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}

/** Where the demo is shown: redrawn in place on a terminal, a line for each event anywhere else, or not at all. */
import type { GameView } from '../../client/game-view.ts';
import { eventsIn, type GameChange } from '../../client/topics.ts';
import { canDraw, ENTER, LEAVE, redraw, wantsColours } from '../terminal/screen.ts';
import { tell } from '../terminal/story.ts';
import { createStyle } from '../terminal/style.ts';
import { visibleLines } from '../terminal/text.ts';
import { cardLegend, className } from '../terminal/words.ts';
import { type Around, namesOf, picture } from './picture.ts';

export interface Show {
  update(game: GameView, change: GameChange): void;
  /** Says something that is not part of the game. */
  say(line: string): void;
  /** Gives the terminal back. */
  end(): void;
}

/** What the show needs of stdout. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly rows?: number;
}

/** So many of the latest lines stand below the table. */
const STORY = 9;

export const noShow: Show = { update: () => {}, say: () => {}, end: () => {} };

/** @param environment where `NO_COLOR` and `TERM=dumb` ask for less */
export function createShow(output: Output, around: Omit<Around, 'style'>, environment: NodeJS.ProcessEnv): Show {
  const terminal = canDraw(output, environment);
  const style = createStyle(terminal && wantsColours(environment));
  return terminal ? redrawn(output, { ...around, style }) : logged(output, { ...around, style });
}

function redrawn(output: Output, around: Around): Show {
  let story: readonly string[] = [];
  let last: GameView | null = null;
  let entered = false;
  const draw = (): void => {
    if (!entered) output.write(ENTER);
    entered = true;
    const table = last === null ? [] : picture(last, around);
    const room = Math.max(0, Math.min(STORY, (output.rows ?? 40) - table.length - 1));
    const lines = [...table, ...story.slice(-room).map((line) => `   ${line}`)].slice(0, output.rows);
    output.write(redraw(lines));
  };
  const note = (line: string | null): void => {
    if (line !== null) story = [...story, line].slice(-STORY);
  };
  return {
    update(game, change) {
      if (last === null) note(cardLegend(game.view.ruleset.edition));
      last = game;
      for (const event of eventsIn(change)) note(tell(event, namesOf(game), around.style));
      draw();
    },
    say(line) {
      note(line);
      draw();
    },
    end() {
      if (!entered) return;
      output.write(LEAVE);
      entered = false;
      // The screen is gone with all that was on it: the last picture stays behind.
      if (last !== null) output.write(visibleLines(`${picture(last, around).join('\n')}\n`));
    },
  };
}

function logged(output: Output, around: Around): Show {
  const write = (text: string) => output.write(visibleLines(text));
  return {
    update(game, change) {
      if (change === null) write(`${[classes(game), cardLegend(game.view.ruleset.edition) ?? []].flat().join('\n')}\n`);
      for (const event of eventsIn(change)) {
        const line = tell(event, namesOf(game), around.style);
        if (line !== null) write(`${line}\n`);
        if (event.type === 'handEnded') write(`${totals(game)}\n`);
      }
    },
    say: (line) => write(`${line}\n`),
    end: () => {},
  };
}

function totals({ view, players }: GameView): string {
  const scores = view.order.map((seat) => {
    const total = view.seats[seat]?.total ?? null;
    return `${players[seat]?.name}${total === null ? '' : ` ${total}`}`;
  });
  return `  ${scores.join(', ')}`;
}

function classes({ view, players }: GameView): string {
  const seated = view.order.map((seat) => {
    const title = view.seats[seat]?.title ?? null;
    return `${players[seat]?.name}${title === null ? '' : ` (${className(view.ruleset.edition, title)})`}`;
  });
  return `At the table: ${seated.join(', ')}.`;
}

/** What always holds of a question: somebody is asked, every answer that is listed is accepted, and nothing else is. */
import { seededChance } from '../../src/bots/chance.ts';
import { isWild, rankOf, sorted } from '../../src/rules/cards.ts';
import type { Command } from '../../src/rules/commands.ts';
import type { Seat } from '../../src/rules/seats.ts';
import { isActive } from '../../src/rules/turns.ts';
import type { View } from '../../src/rules/view.ts';
import { atMoves, type Fault, firstFault, type Invariant, unless, unlike } from './invariant.ts';
import { speakerFor } from './people.ts';
import type { Move } from './play-game.ts';
import { randomCommand } from './random-command.ts';
import type { Rules } from './world.ts';

/** In play one active player has the turn, never the one who made the last play; before and after it nobody has. */
export const turn: Invariant = atMoves('R-INV-2', ({ before: { board } }) => {
  const { phase, turn: onTurn, trick, awaiting } = board;
  if (phase !== 'play') return unlike('turn', onTurn, null);
  if (onTurn === null) return 'Nobody has the turn.';
  if (awaiting.length !== 1 || awaiting[0] !== onTurn) return unlike('awaited', awaiting, [onTurn]);
  if (!isActive(board, onTurn)) return `seat ${onTurn} has the turn and is not active`;
  return trick?.top.seat === onTurn ? `seat ${onTurn} answers itself` : null;
});

/** A leader has a legal play, and may not pass. */
export const leader: Invariant = atMoves('R-INV-3', ({ before: { board }, shown }) => {
  if (board.phase !== 'play' || board.trick !== null) return null;
  const legal = shown?.you?.legal ?? [];
  return (
    unless(legal.length > 0, 'The leader has no legal play.') ??
    firstFault(legal, (command) => unless(command.type === 'play', `The leader may ${command.type}.`))
  );
});

/** Fewer than 200 answers, `pass` last, and the clock's among them, for exactly those who are awaited. */
export const legalList: Invariant = atMoves('PROTOCOL legal', ({ before }, rules) => {
  const { phase, awaiting, seats } = before.board;
  return firstFault(seats, ({ seat }) => {
    const { legal = [], onTimeout = null, answered = false } = rules.view(before, seat).you ?? {};
    const isAsked = awaiting.includes(seat) && !(phase === 'revolution' && answered);
    const keys = legal.map(keyOf);
    return (
      unless(legal.length > 0 === isAsked, `seat ${seat} has ${legal.length} answers`) ??
      unless((onTimeout !== null) === isAsked, `seat ${seat} has ${JSON.stringify(onTimeout)} at timeout`) ??
      unless(legal.length < 200, `seat ${seat} has ${legal.length} answers`) ??
      unless(!legal.slice(0, -1).some(({ type }) => type === 'pass'), 'pass is not the last answer') ??
      unless(new Set(keys).size === keys.length, `an answer is listed twice: ${keys}`) ??
      unless(onTimeout === null || keys.includes(keyOf(onTimeout)), `${JSON.stringify(onTimeout)} is not legal`)
    );
  });
});

/** A question keeps its version until it is answered or withdrawn, and no seat is ever asked twice at one version. */
export const questionVersions: Invariant = atMoves('PROTOCOL asked', ({ before, after, command, context }, rules) => {
  const answers = context.actor.kind === 'seat' ? context.actor.seat : null;
  return firstFault(before.board.seats, ({ seat }) => {
    const { asked: was = null, legal = [] } = rules.view(before, seat).you ?? {};
    const { asked: now = null } = rules.view(after, seat).you ?? {};
    const isNew = now === null || now > before.board.version;
    const isAnswer = answers === seat && legal.some(({ type }) => type === command.type);
    return (
      unless(
        (was === null) === (legal.length === 0),
        `seat ${seat} was asked at ${was} with ${legal.length} answers`,
      ) ??
      unless(was === null || was <= before.board.version, `seat ${seat} is asked at a version to come: ${was}`) ??
      unless(isNew || now === was, `seat ${seat} was asked at ${was} and then at ${now}, of ${before.board.version}`) ??
      unless(isNew || !isAnswer, `seat ${seat} has answered the question of ${was} and is asked it again`)
    );
  });
});

/** Every answer that is listed is accepted as it stands, and has its canonical form. */
export const legalAccepted: Invariant = atMoves('PROTOCOL legal', (move, rules) =>
  firstFault(move.before.board.awaiting, (seat) =>
    firstFault(rules.view(move.before, seat).you?.legal ?? [], (command) => {
      const told = `${JSON.stringify(command)} of seat ${seat}`;
      return (
        unless(accepts(rules, move, seat, command), `${told} is refused`) ??
        unless(keyOf(canonical(command)) === keyOf(command), `${told} is not canonical`)
      );
    }),
  ),
);

const TRIES = 6;

/** Anything else is refused, whoever sends it, and a refusal changes nothing (R-ERR-3). */
export const othersRefused: Invariant = {
  source: 'PROTOCOL legal',
  watch(rules) {
    const chance = seededChance('commands');
    return {
      move(move) {
        const { before } = move;
        const seat = chance(before.board.seats.length);
        const legal = new Set((rules.view(before, seat).you?.legal ?? []).map(keyOf));
        const was = JSON.stringify(before);
        for (let tries = 0; tries < TRIES; tries += 1) {
          const command = randomCommand(before, seat, chance);
          const isLegal = legal.has(keyOf(canonical(command)));
          const told = `${JSON.stringify(command)} of seat ${seat}`;
          if (accepts(rules, move, seat, command) !== isLegal) return `${told} is ${isLegal ? 'refused' : 'accepted'}`;
        }
        return unless(JSON.stringify(before) === was, 'a decision has changed the state');
      },
    };
  },
};

/** The window asks everybody until it closes (R-REV-4). */
export const windowAsksAll: Invariant = atMoves('R-REV-4', ({ before: { board } }) => {
  if (board.phase !== 'revolution') return null;
  return unlike(
    'awaited',
    board.awaiting,
    [...board.order].sort((a, b) => a - b),
  );
});

/** A deadline changes only when what is awaited changes. */
export const deadline: Invariant = {
  source: 'promise 5',
  watch() {
    let last: View | null = null;
    return {
      move({ before: { board } }): Fault {
        const old = last;
        last = board;
        if (old === null || old.deadline === board.deadline) return null;
        const isStillAsked = board.awaiting.every((seat) => old.awaiting.includes(seat));
        return unless(!isStillAsked || board.asked !== old.asked, `${old.deadline} has become ${board.deadline}`);
      },
    };
  },
};

function accepts({ decide }: Rules, { before, context }: Move, seat: Seat, command: Command): boolean {
  return decide(before, command, { ...context, actor: speakerFor(before.board, seat) }).ok;
}

/** Cards best first and nothing redundant: wilds that join a natural card need no declaration. */
function canonical(command: Command): Command {
  if (command.type === 'payTax') return { type: 'payTax', cards: sorted(command.cards) };
  if (command.type !== 'play') return command;
  const { declare, target } = command;
  const natural = command.cards.find((card) => !isWild(card)) ?? 'J';
  const isNeeded = declare !== undefined && declare !== rankOf(natural);
  return {
    type: 'play',
    cards: sorted(command.cards),
    ...(isNeeded ? { declare } : {}),
    ...(target === undefined ? {} : { target }),
  };
}

const keyOf = (command: Command): string => JSON.stringify(Object.entries(command).sort());

/** `decide` accepts an answer to the game's question exactly when its canonical form is in `legal`. */
import { describe, expect, it } from 'vitest';
import { isWild, rankOf, sorted } from '../../../src/rules/cards.ts';
import type { Command } from '../../../src/rules/commands.ts';
import { decide, view } from '../../../src/rules/dalmuti.ts';
import { holds, MINUTES } from './hold.ts';
import { type Move, playGame, words } from './play-game.ts';
import { randomCommand } from './random-command.ts';

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

const key = (command: Command): string => JSON.stringify(Object.entries(command).sort());

function accepts({ before, context }: Move, seat: number, command: Command): boolean {
  return decide(before, command, { ...context, actor: { kind: 'seat', seat } }).ok;
}

describe('legal', { timeout: MINUTES }, () => {
  it('PROTOCOL legal: every member is accepted as it stands, and has its canonical form', () => {
    holds('legal is accepted', 10, (plan) => {
      for (const move of playGame(plan).moves) {
        for (const seat of move.before.board.awaiting) {
          const { legal = [] } = view(move.before, seat).you ?? {};
          for (const command of legal) {
            expect(accepts(move, seat, command), JSON.stringify(command)).toBe(true);
            expect(canonical(command)).toEqual(command);
          }
          expect(new Set(legal.map(key)).size).toBe(legal.length);
        }
      }
    });
  });

  it('PROTOCOL legal: anything else is refused, whoever sends it', () => {
    holds('only legal is accepted', 13, (plan) => {
      const next = words(`commands ${plan.seed}`);
      for (const move of playGame(plan).moves) {
        const seat = next() % plan.players;
        const legal = new Set((view(move.before, seat).you?.legal ?? []).map(key));
        for (let tries = 0; tries < 6; tries += 1) {
          const command = randomCommand(move.before, seat, next);
          expect(accepts(move, seat, command), JSON.stringify(command)).toBe(legal.has(key(canonical(command))));
        }
      }
    });
  });

  it('PROTOCOL legal: has fewer than 200 entries, `pass` last, and is there for exactly those who are awaited', () => {
    holds('legal list', 13, (plan) => {
      for (const { before } of playGame(plan).moves) {
        for (const { seat } of before.board.seats) {
          const { legal = [], answered = false, onTimeout = null } = view(before, seat).you ?? {};
          const hasAnswered = before.board.phase === 'revolution' && answered;
          const asked = before.board.awaiting.includes(seat) && !hasAnswered;
          expect(legal.length > 0).toBe(asked);
          expect(onTimeout !== null).toBe(asked);
          expect(legal.length).toBeLessThan(200);
          expect(legal.slice(0, -1).some(({ type }) => type === 'pass')).toBe(false);
          if (onTimeout !== null) expect(legal.map(key)).toContain(key(onTimeout));
        }
      }
    });
  });

  it('R-INV-3: a leader always has a legal play', () => {
    holds('leader', 13, (plan) => {
      for (const { before } of playGame(plan).moves) {
        const { phase, turn, trick } = before.board;
        if (phase !== 'play' || turn === null || trick !== null) continue;
        const { legal = [] } = view(before, turn).you ?? {};
        expect(legal.length).toBeGreaterThan(0);
        expect(legal.every(({ type }) => type === 'play')).toBe(true);
      }
    });
  });
});

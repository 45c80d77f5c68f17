/** examples/verify.py, written from docs/FAIRNESS.md alone: it agrees with the service about games, and about forged ones. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../src/fairness/random.ts';
import { commitmentTo } from '../../src/fairness/seed.ts';
import { replayOf } from '../../src/replays/document.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { BUILT_PRESETS, tableSizes } from '../../src/rules/dalmuti.ts';
import type { EventOf, GameEvent } from '../../src/rules/events.ts';
import { drawPlan } from '../../tools/simulation/draw-plan.ts';
import type { GamePlan } from '../../tools/simulation/plan.ts';
import { eventsOf, playGame } from '../../tools/simulation/play-game.ts';
import { WORLD } from '../../tools/simulation/world.ts';
import { type FinishedGame, finishedGame, GAME_ID, SEED } from '../replays/finished-game.ts';
import { forgeries } from './forgeries.ts';
import { hasPython } from './python.ts';
import { pythonVerdicts, runVerifier, VERIFIER } from './run-verifier.ts';

const plan = (preset: string, more: Partial<GamePlan> = {}): GamePlan => {
  const { min } = tableSizes(preset);
  return { preset, options: {}, players: min + 1, hands: 2, seed: 1, humans: 1, overdue: 5, restless: 0, ...more };
};

/** Every other player has contributed. */
const played = (of: GamePlan): FinishedGame =>
  finishedGame(
    of,
    Array.from({ length: of.players }, (_, seat) => ({ seat, entropy: `seat ${seat} of ${of.seed}` })).filter(
      ({ seat }) => seat % 2 === of.seed % 2,
    ),
  );

const PRESETS = BUILT_PRESETS.map((preset) => plan(preset));
/** What drawn games have too seldom. */
const RARE: readonly GamePlan[] = [
  plan('official', { players: 8, hands: 3, options: { 'misdeal.mode': 'simulated', 'misdeal.rate': 0.1 }, seed: 2 }),
  plan('official', { players: 7, hands: 8, options: { 'mex.enabled': true }, overdue: 20, seed: 3 }),
  plan('official', {
    players: 9,
    hands: 3,
    options: { 'mex.enabled': true, 'mex.take': 'target-choice', 'misdeal.mode': 'simulated', 'misdeal.rate': 0.05 },
    seed: 4,
  }),
  plan('official', { players: 12, hands: 1, options: { 'seating.ties': 'until-unique' }, seed: 5 }),
  plan('official', { players: 11, hands: 1, options: { 'seating.ties': 'until-unique' }, seed: 6 }),
  plan('official-scored', { players: 5, hands: 5, humans: 3, overdue: 20, restless: 15, seed: 7 }),
  plan('official-scored', {
    players: 6,
    hands: 5,
    humans: 4,
    overdue: 30,
    restless: 15,
    options: { 'leave.midHand': 'fold' },
    seed: 8,
  }),
  plan('official-scored', {
    players: 6,
    hands: 5,
    humans: 4,
    overdue: 30,
    restless: 10,
    options: { 'leave.midHand': 'void', 'misdeal.mode': 'simulated', 'misdeal.rate': 0.05 },
    seed: 9,
  }),
  plan('corporate', { players: 6, hands: 2, options: { 'corp.drawWilds': 'best' }, seed: 10 }),
  plan('corporate', { players: 6, hands: 2, options: { 'corp.drawWilds': 'worst' }, seed: 11 }),
];
const DRAWN = Array.from({ length: 30 }, (_, number) =>
  drawPlan({ seed: 'python', preset: null, players: null }, number + 1),
);

const games = hasPython ? [...PRESETS, ...RARE, ...DRAWN].map(played) : [];

describe.skipIf(!hasPython)('examples/verify.py', () => {
  it('promise 4: says the same as the service about every game, and tells each deal', () => {
    const verdicts = pythonVerdicts(games.map(({ document }) => document));
    games.forEach(({ document, events }, index) => {
      expect(verifyReplay(document)).toMatchObject({ ok: true });
      const { fault, lines } = verdicts[index] ?? { fault: 'nothing was said', lines: [] };
      expect(fault).toBeNull();
      const dealt = events.filter(({ type }) => type === 'handDealt').length;
      expect(lines.filter((line) => line.startsWith('hand ')).length).toBe(dealt);
      expect([lines[0], lines.at(-1)]).toEqual([expect.stringMatching(/^seats: (draw|random|given), /), 'ok']);
    });
  });

  it('has been shown games with all that chance decides', () => {
    const events = games.flatMap((game) => game.events);
    const of = <T extends GameEvent['type']>(type: T) =>
      events.filter((event): event is EventOf<T> => event.type === type);
    const rulesets = of('gameStarted').map(({ ruleset }) => ruleset);
    expect(new Set(rulesets.map(({ seating }) => seating.method))).toEqual(new Set(['draw', 'random', 'given']));
    expect(new Set(rulesets.map(({ seating }) => seating.ties))).toEqual(new Set(['tied-redraw', 'until-unique']));
    expect(new Set(of('handDealt').map(({ deck }) => deck.variant)).size).toBe(4);
    expect(new Set(of('misdealSettled').map(({ to }) => to))).toEqual(new Set(['intended', 'greaterPeon']));
    expect(of('seatsDrawn').some(({ rounds }) => rounds.length > 2)).toBe(true);
    expect(of('merchantExchanged').length).toBeGreaterThan(2);
    expect(of('handVoided').length).toBeGreaterThan(0);
    expect(of('playerFolded').length).toBeGreaterThan(0);
    const late = games.flatMap(({ document }) => document.proof.contributions);
    expect(late.some(({ fromHand }) => fromHand > 1)).toBe(true);
    expect(late.some(({ fromHand }) => fromHand === null)).toBe(true);
  });

  it('R-SEAT-8: takes classes that were kept as they are', () => {
    const { rules } = WORLD;
    const contributions = [{ seat: 1, entropy: 'kept' }];
    const kept = {
      random: () => randomOf(SEED),
      rules: {
        ...rules,
        start: (...[setup, context]: Parameters<typeof rules.start>) => {
          const fairness = { commitment: commitmentTo(SEED, GAME_ID), contributions };
          return rules.start({ ...setup, gameId: GAME_ID, order: [2, 0, 3, 1], fairness }, context);
        },
      },
    };
    const events = eventsOf(playGame(plan('official', { players: 4 }), kept));
    const [verdict] = pythonVerdicts([replayOf(events, new Map(), Buffer.from(SEED).toString('hex'))]);
    expect(verdict).toMatchObject({
      fault: null,
      lines: ['seats: kept, 0 rounds of draws', expect.any(String), expect.any(String), 'ok'],
    });
  });

  it('promise 4: refuses what the service refuses: forged games, at the event that is forged', () => {
    const forged = forgeries(games);
    const verdicts = pythonVerdicts(forged.map(({ document }) => document));
    forged.forEach(({ name, document, version }, index) => {
      expect(verifyReplay(document), name).toMatchObject({ ok: false });
      const fault = verdicts[index]?.fault;
      expect(fault, name).toMatch(version === null ? /^(?!event )./ : new RegExp(`^event ${version}: `));
      expect(fault, name).not.toContain('document of a finished game');
    });
  });

  const [game] = games;
  const text = JSON.stringify(game?.document);

  it('reads standard input and files, and ends with ok and 0', () => {
    const { status, stdout, stderr } = runVerifier(['-'], text);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^seats: draw, \d rounds of draws\nhand 1: \d+ cards dealt to 4\nhand 2: .*\nok\n$/);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'a game'],
    ['half a document', text?.slice(0, 3000)],
    ['another document', '{"events": []}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no events', text?.replace(/"events":\[.*\],"proof"/s, '"events":[],"proof"')],
    ['brackets without end', '['.repeat(100_000)],
    ['bytes that are no text', '\u0000\ud800'],
    ['a seed that is none', text?.replace(/"seed":"[0-9a-f]{8}/, '"seed":"nonsense')],
    ['events that are none', text?.replace(/"events":\[\{/, '"events":[7,{')],
  ])('says in one sentence that it cannot read %s, and ends with 1', (_, input) => {
    const { status, stdout, stderr } = runVerifier(['-'], input ?? '');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]*document of a finished game[^\n]*\n$/);
  });

  it('says how it is called, and which file is not there', () => {
    expect(runVerifier([], '')).toMatchObject({ status: 1, stderr: expect.stringContaining('python3 verify.py <') });
    expect(runVerifier(['no-such-file.json'], '')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]*no-such-file\.json[^\n]*\n$/),
    });
  });
});

describe('examples/verify.py for those who read it first', () => {
  const source = readFileSync(VERIFIER, 'utf8');

  it('has at most 120 lines, none of them longer than a screen', () => {
    const lines = source.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(lines.filter((line) => line.length > 140)).toEqual([]);
  });

  it('needs the standard library and nothing else', () => {
    const imports = [...source.matchAll(/^ *(?:import|from) (.*)$/gm)].map(([, names]) => names);
    expect(imports).toEqual(['hashlib, hmac, itertools, json, struct, sys']);
  });
});

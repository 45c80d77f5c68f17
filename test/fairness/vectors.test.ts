/** docs/FAIRNESS.md by numbers: what an independent program computes, the service's own code and the document are the same. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../src/fairness/random.ts';
import { commitmentTo } from '../../src/fairness/seed.ts';
import type { Card } from '../../src/rules/cards.ts';
import { sorted } from '../../src/rules/cards.ts';
import type { Draw, Random } from '../../src/rules/context.ts';
import type { Contribution } from '../../src/rules/contribution.ts';
import { dealOut, shuffled } from '../../src/rules/deal.ts';
import { deckCards } from '../../src/rules/deck.ts';
import { drawPile } from '../../src/rules/draw-pile.ts';
import { PRESETS } from '../../src/rules/presets.ts';
import type { DeckVariant, Ruleset } from '../../src/rules/ruleset.ts';
import { type DrawRound, drawSeats } from '../../src/rules/seat-draw.ts';
import type { Seat } from '../../src/rules/seats.ts';
import { playGame } from '../../tools/simulation/play-game.ts';
import { WORLD } from '../../tools/simulation/world.ts';
import { firstColumn, read } from '../architecture/markdown.ts';
import { hasPython } from './python.ts';

interface Drawn {
  readonly purpose: string;
  readonly contributions: readonly Contribution[];
}

interface Vectors {
  readonly seed: string;
  readonly gameId: string;
  readonly commitment: string;
  readonly streams: readonly (Drawn & {
    readonly words: readonly number[];
    readonly numbers: readonly { readonly bound: number; readonly below: readonly number[] }[];
  })[];
  readonly shuffle: Drawn & { readonly items: readonly string[]; readonly shuffled: readonly string[] };
  readonly seatDraws: readonly {
    readonly contributions: readonly Contribution[];
    readonly deck: readonly Card[];
    readonly players: number;
    readonly ties: Ruleset['seating']['ties'];
    readonly wildsAreBest: boolean;
    readonly rounds: readonly DrawRound[];
    readonly order: readonly Seat[];
  }[];
  readonly deals: readonly (Drawn & {
    readonly deck: DeckVariant;
    readonly pile: readonly Card[];
    readonly hands: readonly (readonly Card[])[];
  })[];
}

const vectors: Vectors = JSON.parse(read('test/fairness/vectors.json'));
const { gameId, commitment, streams, shuffle, seatDraws, deals } = vectors;
const seed = Buffer.from(vectors.seed, 'hex');
const WORDS = 2 ** 32;

function drawBy({ contributions }: Pick<Drawn, 'contributions'>): Draw {
  const random = randomOf(seed);
  return (purpose, bound) => random(purpose, bound, contributions);
}

function numbers(drawn: Drawn, bound: number, count: number): readonly number[] {
  const draw = drawBy(drawn);
  return Array.from({ length: count }, () => draw(drawn.purpose, bound));
}

const named = ({ purpose, contributions }: Drawn) => `${purpose} with ${contributions.length} contributions`;

describe('the service’s own code draws what an independent program computes', () => {
  it('promise 4: the commitment', () => {
    expect(commitmentTo(seed, gameId)).toBe(commitment);
  });

  it.each(streams.map((stream) => [named(stream), stream] as const))('R-DEAL-4: the stream %s', (_, stream) => {
    expect(numbers(stream, WORDS, stream.words.length)).toEqual(stream.words);
    for (const { bound, below } of stream.numbers) expect(numbers(stream, bound, below.length)).toEqual(below);
  });

  it('R-DEAL-4: a shuffle', () => {
    expect(shuffled(shuffle.items, drawBy(shuffle), shuffle.purpose)).toEqual(shuffle.shuffled);
  });

  it.each(seatDraws.map((one) => [`${one.ties} for ${one.players} from ${one.deck.length} cards`, one] as const))(
    'R-SEAT-1: the draw for seats by %s',
    (_, drawn) => {
      const { corporate } = PRESETS;
      const corp = corporate.corp && ({ ...corporate.corp, drawWilds: drawn.wildsAreBest ? 'best' : 'worst' } as const);
      const ruleset: Ruleset = { ...corporate, corp, seating: { method: 'draw', ties: drawn.ties } };
      const seats = Array.from({ length: drawn.players }, (_seat, seat) => seat);
      const result = drawSeats(seats, drawPile(drawn.deck, drawBy(drawn)), ruleset);
      expect(result).toEqual({ rounds: drawn.rounds, order: drawn.order });
    },
  );

  it.each(deals.map((deal) => [deal.deck, deal] as const))('R-DEAL-1: a deal of %s', (_, deal) => {
    const pile = shuffled(deckCards(deal.deck), drawBy(deal), deal.purpose);
    expect(pile).toEqual(deal.pile);
    expect(dealOut(pile, deal.hands.length).map(sorted)).toEqual(deal.hands);
  });

  it('with vectors in which words are thrown away, blocks and a pile run out, and seats are sorted as numbers', () => {
    const [first] = streams;
    const thrownAway = (bound: number) => first?.words.filter((word) => word >= WORDS - (WORDS % bound)).length ?? 0;
    expect(thrownAway(2 ** 31 + 1)).toBeGreaterThan(5);
    expect(thrownAway(3 * 2 ** 30)).toBeGreaterThan(1);
    expect(first?.words.length).toBeGreaterThan(16);
    expect(seatDraws.some(({ deck, rounds }) => rounds.flat().length > deck.length)).toBe(true);
    expect(streams.some(({ contributions }) => contributions.map(({ seat }) => seat).join() === '0,10,9')).toBe(true);
  });
});

describe('docs/FAIRNESS.md', () => {
  const text = read('docs/FAIRNESS.md');
  const said = (contributions: Drawn['contributions']) =>
    contributions.map(({ seat, entropy }) => `\`${seat} ${entropy}\``).join(', ') || 'none';

  it('shows the commitment', () => {
    expect(text).toContain(`gameId     = ${gameId}\n`);
    expect(text).toContain(`commitment = ${commitment}\n`);
  });

  it('shows the beginning of every stream', () => {
    const rows = streams.map(({ purpose, contributions, words, numbers: drawn }) => {
      const below = (bound: number, count: number) =>
        drawn
          .find((one) => one.bound === bound)
          ?.below.slice(0, count)
          .join(' ');
      const cells = [words.slice(0, 3).join(' '), below(80, 6), below(1_000_000, 3), below(2 ** 31 + 1, 3)];
      return `| \`${purpose}\` | ${said(contributions)} | ${cells.join(' | ')} |`;
    });
    const [, table = ''] = text.split('| purpose | contributions | words |');
    expect(table.split('\n\n')[0]?.split('\n').slice(2)).toEqual(rows);
  });

  it('shows the shuffle, and the first deal', () => {
    const { items, shuffled: result, purpose, contributions } = shuffle;
    expect(text).toContain(
      `\`${items.join(' ')}\`, shuffled by \`${purpose}\` with the contributions ${said(contributions)}: \`${result.join(' ')}\`.`,
    );
    const [deal] = deals;
    const [best, worst] = [deal?.hands.at(0)?.join(' '), deal?.hands.at(-1)?.join(' ')];
    expect(deal?.contributions).toEqual(contributions);
    expect(text).toContain(
      `The deck \`${deal?.deck}\` by \`${deal?.purpose}\` with the same contributions begins \`${deal?.pile.slice(0, 12).join(' ')}\`; dealt to ${deal?.hands.length}, the Greater Dalmuti gets \`${best}\`, the Greater Peon \`${worst}\`.`,
    );
  });

  it('names every purpose that is drawn for, and no other', () => {
    const purposes = new Set<string>();
    const options = { 'misdeal.mode': 'simulated', 'misdeal.rate': 0.1, 'mex.enabled': true };
    const plan = { preset: 'official', options, players: 8, hands: 8, seed: 1, humans: 1, overdue: 20 };
    const random = (): Random => (purpose, bound, contributions) => {
      purposes.add(purpose);
      return randomOf(seed)(purpose, bound, contributions);
    };
    playGame(plan, { ...WORLD, random });
    const named = firstColumn(text, '## What each purpose decides');
    const patterns = named.map((purpose) => new RegExp(`^${purpose.replace(/<[a-z]+>/g, '\\d+')}$`));
    const fitting = [...purposes].map((purpose) => patterns.filter((pattern) => pattern.test(purpose)).length);
    expect(new Set(fitting)).toEqual(new Set([1]));
    expect(patterns.filter((pattern) => ![...purposes].some((purpose) => pattern.test(purpose)))).toEqual([]);
  });
});

describe.skipIf(!hasPython)('examples/verify.py', () => {
  it('promise 4: computes the vectors as they are kept', () => {
    const script = fileURLToPath(new URL('vectors.py', import.meta.url));
    const printed = execFileSync('python3', [script], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')));
  });
});

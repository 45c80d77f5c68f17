/** Documents of games in which somebody has cheated, or the operator has, each in one place. */
import { commitmentTo } from '../../src/fairness/seed.ts';
import { CARD_ORDER, type Card, sorted } from '../../src/rules/cards.ts';
import type { Document, FinishedGame } from '../replays/finished-game.ts';

export interface Forgery {
  readonly name: string;
  readonly document: Document;
  /** Of the first event that is wrong; `null` where it is the proof. */
  readonly version: number | null;
}

type Event = Document;

/** Changes an event. @returns `false` where there is nothing to change */
type Forge = (event: Event, document: Document) => boolean;

const ofEvents: Readonly<Record<string, readonly [type: string, forge: Forge]>> = {
  'a seat draws another card': [
    'seatsDrawn',
    ({ rounds }) => {
      if (rounds.length === 0) return false;
      const [draw] = rounds[0].draws;
      draw.card = another(draw.card);
      return true;
    },
  ],
  'two seats change places in the draw': [
    'seatsDrawn',
    (event, { ruleset }) => {
      swap(event.order, 0, 1);
      swapTitles(event.titles);
      return ruleset.seating.method === 'draw';
    },
  ],
  'two seats change places in an order by lot': [
    'seatsDrawn',
    (event, { ruleset }) => {
      swap(event.order, 0, 1);
      swapTitles(event.titles);
      return ruleset.seating.method === 'random';
    },
  ],
  'two cards of a deal change places': [
    'handDealt',
    ({ hands: [one, other] }) => {
      const [mine, yours] = [one.cards[0], other.cards.findLast((card: Card) => card !== one.cards[0])];
      one.cards = sorted(one.cards.with(0, yours));
      other.cards = sorted(other.cards.with(other.cards.lastIndexOf(yours), mine));
      return true;
    },
  ],
  'two seats change hands': [
    'handDealt',
    ({ handNumber, hands: [one, other] }) => {
      [one.cards, other.cards] = [other.cards, one.cards];
      return handNumber > 1 && one.count === other.count;
    },
  ],
  'a hand is dealt in another order': [
    'handDealt',
    (event) => {
      swap(event.order, 0, 1);
      return event.handNumber > 1;
    },
  ],
  'a hand is left out': [
    'handDealt',
    (event) => {
      event.handNumber += 1;
      return true;
    },
  ],
  'another card is exposed': [
    'cardExposed',
    (event) => {
      event.card = another(event.card);
      return true;
    },
  ],
  'a card is exposed later': [
    'cardExposed',
    (event) => {
      event.dealt += 1;
      return true;
    },
  ],
  'the rest of a deck that is being dealt is another': [
    'cardExposed',
    (event) => {
      const last = event.deck.length - 1;
      const place = event.deck.findLastIndex((card: Card) => card !== event.deck[last]);
      swap(event.deck, place, last);
      return true;
    },
  ],
  'another card replaces the exposed one': [
    'misdealSettled',
    (event) => {
      if (event.replacement === null) return false;
      event.replacement = another(event.replacement);
      return true;
    },
  ],
  'silent seats come in another order': [
    'revolutionAnswered',
    (event, { events }) => {
      const next = events[event.version];
      [event.seat, next.seat] = [next.seat, event.seat];
      return event.cause === 'clock' && next.type === event.type && next.cause === 'clock' && next.at === event.at;
    },
  ],
  'the highest Merchant gives another card': [
    'merchantExchanged',
    (event, { ruleset }) => {
      event.upperGives = [another(event.upperGives[0])];
      return ruleset.mex.give === 'random';
    },
  ],
  'another card is taken from a Merchant': [
    'merchantExchanged',
    (event, { ruleset }) => {
      event.lowerGives = [another(event.lowerGives[0])];
      return ruleset.mex.take === 'random';
    },
  ],
};

const ofProofs: Readonly<Record<string, (document: Document) => void>> = {
  'another seed': ({ proof }) => {
    proof.seed = `${proof.seed.slice(0, -1)}0`;
  },
  'another commitment in the proof': ({ proof }) => {
    proof.commitment = proof.commitment.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'));
  },
  'another commitment in the game': ({ events: [started] }) => {
    started.fairness.commitment = 'f'.repeat(64);
  },
  'another commitment in both': ({ proof, events: [started] }) => {
    proof.commitment = 'f'.repeat(64);
    started.fairness.commitment = proof.commitment;
  },
  'a game of another name': (document) => {
    document.gameId = document.gameId.replace(/.$/, '7');
  },
  'another ruleset than the game has': ({ ruleset }) => {
    ruleset.deck = ruleset.deck === 'full' ? 'auto' : 'full';
  },
  'a contribution of the proof changed': ({ proof }) => {
    proof.contributions[0].entropy += '.';
  },
  'a contribution of the proof left out': ({ proof }) => {
    proof.contributions.pop();
  },
  'a contribution that counts from another hand': ({ proof }) => {
    proof.contributions[0].fromHand = 2;
  },
};

/** Each of all forgeries at the first place in `games` where it can be done. @throws Error where one cannot */
export function forgeries(games: readonly FinishedGame[]): readonly Forgery[] {
  const [first] = games.filter(({ document }) => document.proof.contributions.length > 1);
  if (first === undefined) throw new Error('There is no game with contributions.');
  const proofs = Object.entries(ofProofs).map(([name, forge]) => {
    const document = structuredClone(first.document);
    forge(document);
    return { name, document, version: null };
  });
  const events = Object.entries(ofEvents).map(([name, [type, forge]]) => ({
    name,
    ...forgedEvent(games, type, forge),
  }));
  return [...proofs, ...events, otherContribution(first), otherSeed(first), otherNewcomer(games)];
}

function forgedEvent(games: readonly FinishedGame[], type: string, forge: Forge): Omit<Forgery, 'name'> {
  for (const game of games) {
    for (const { version } of game.events.filter((event) => event.type === type)) {
      const document = structuredClone(game.document);
      if (forge(document.events[version - 1], document)) return { document, version };
    }
  }
  throw new Error(`Nothing can be forged in ${type}.`);
}

/** Both where it was told and in the proof: what follows does not fit. */
function otherContribution({ document: original }: FinishedGame): Forgery {
  const document = structuredClone(original);
  for (const { contributions } of [document.proof, document.events[0].fairness]) contributions[0].entropy += '.';
  return { name: 'a contribution changed everywhere', document, version: 2 };
}

function otherSeed({ document: original }: FinishedGame): Forgery {
  const document = structuredClone(original);
  const seed = Buffer.alloc(32, 7);
  const commitment = commitmentTo(seed, document.gameId);
  Object.assign(document.proof, { seed: seed.toString('hex'), commitment });
  document.events[0].fairness.commitment = commitment;
  return { name: 'a seed and a commitment that fit each other', document, version: 2 };
}

function otherNewcomer(games: readonly FinishedGame[]): Forgery {
  for (const { document: original } of games) {
    const document = structuredClone(original);
    const late = document.proof.contributions.find(({ fromHand }: { fromHand: number | null }) => (fromHand ?? 0) > 1);
    const dealt = document.events.find(
      ({ type, handNumber }: Event) => type === 'handDealt' && handNumber === late?.fromHand,
    );
    if (late === undefined || dealt === undefined) continue;
    late.entropy += '.';
    document.events.find(({ type, seat }: Event) => type === 'newcomerArrived' && seat === late.seat).entropy =
      late.entropy;
    const exposed = document.events.find(
      ({ type, version }: Event) => type === 'cardExposed' && version < dealt.version && version > dealt.version - 3,
    );
    return { name: 'a newcomer’s contribution changed', document, version: exposed?.version ?? dealt.version };
  }
  throw new Error('There is no game with a newcomer who contributed.');
}

function another(card: Card): Card {
  return card === '12' ? '11' : (CARD_ORDER.find((other) => other === '12') ?? card);
}

function swap<T>(items: T[], one: number, other: number): void {
  [items[one], items[other]] = [items[other] as T, items[one] as T];
}

function swapTitles(titles: { seat: number }[]): void {
  const [one, other] = titles;
  if (one !== undefined && other !== undefined) [one.seat, other.seat] = [other.seat, one.seat];
}

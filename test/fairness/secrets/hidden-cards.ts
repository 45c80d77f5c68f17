/** The grep for cards: each occurrence of cards in what somebody received must be one that he may know by the rules. */
import type { Viewer } from '../../../src/rules/public-events.ts';
import type { Captured } from './captured.ts';
import { cardsInText, type Occurrence } from './find-cards.ts';
import { areIn, mayKnow, sameCards, type Truth } from './truth.ts';

export interface Finding {
  readonly who: string;
  readonly from: string;
  /** Where in it. */
  readonly path: string;
  readonly cards: string;
}

export interface Searched {
  readonly findings: readonly Finding[];
  /** How often cards were seen that the one who got them may know, by where they stood. */
  readonly allowed: ReadonlyMap<string, number>;
}

/** @param truths of all games that were played meanwhile */
export function findHidden(captured: readonly Captured[], truths: readonly Truth[]): Searched {
  const findings: Finding[] = [];
  const allowed = new Map<string, number>();
  for (const one of captured) {
    const text = one.bytes.toString();
    const truth = truths.find(
      ({ gameId }) => one.from.includes(gameId) || text.includes(gameId) || one.who.includes(gameId),
    );
    const viewer = viewerOf(one, truth);
    for (const found of one.from.endsWith('text/csv') ? [] : cardsInText(text)) {
      const place = truth === undefined ? null : placeOf(found, truth, viewer);
      if (place === null) {
        findings.push({ who: one.who, from: one.from, path: found.path.join('/'), cards: found.cards.join(' ') });
      } else allowed.set(place, (allowed.get(place) ?? 0) + 1);
    }
    for (const cards of truths.flatMap((each) => wholeHands(each, text, viewerOf(one, each)))) {
      findings.push({ who: one.who, from: one.from, path: 'a whole hand', cards });
    }
  }
  return { findings, allowed };
}

function viewerOf({ who }: Captured, truth: Truth | undefined): Viewer | 'nobody' {
  if (truth === undefined || who === 'log' || who === 'redis') return 'nobody';
  if (/^[0-9a-f-]{36}$/.test(who)) return truth.seatOf(who) ?? 'spectator';
  const [, gameId, seat] = /^game:([0-9a-f-]{36})(?::(\d+))?$/.exec(who) ?? [];
  if (gameId !== truth.gameId) return 'nobody';
  return seat === undefined ? 'spectator' : Number(seat);
}

/** @returns in words where cards stand that the viewer may see there; `null` when he may not */
function placeOf(found: Occurrence, truth: Truth, viewer: Viewer | 'nobody'): string | null {
  if (found.shape === 'hidden' || viewer === 'nobody') return null;
  const { path, around, cards } = found;
  const eventAt = around.findIndex(isEvent);
  const event = around[eventAt];
  if (isEvent(event)) {
    const inside = path.slice(eventAt).join('/');
    const pile = truth.piles.find((each) => each.event.version === event.version && each.path.join('/') === inside);
    const right = pile?.event.type === event.type && sameCards(pile.cards, cards) && mayKnow(viewer, pile.knownTo);
    return right ? event.type : null;
  }
  const youAt = path.indexOf('you');
  const versioned = around.findLast(hasVersion);
  if (!hasVersion(versioned)) return null;
  const { version } = versioned;
  if (youAt >= 0) return ownPlace(found, truth, viewer, version);
  const deal = truth.dealBefore(version);
  const sofar = truth.piles.filter((pile) => pile.event.version > deal && pile.event.version <= version);
  if (path.includes('trick') || path.includes('history')) {
    const play = around.at(-1);
    const shown = sofar.some(
      ({ event: each, cards: played }) =>
        each.type === 'setPlayed' && each.seat === seatIn(play) && sameCards(played, cards),
    );
    return shown ? 'plays' : null;
  }
  if (path.includes('exchanges')) {
    const known = sofar.some((pile) => mayKnow(viewer, pile.knownTo) && sameCards(pile.cards, cards));
    return known ? 'exchanges' : null;
  }
  return null;
}

/** What is the viewer's own: his hand, and answers with cards of it. */
function ownPlace({ path, cards }: Occurrence, truth: Truth, viewer: Viewer, version: number): string | null {
  if (viewer === 'spectator') return null;
  const hand = truth.hand(viewer, version);
  const [field] = path.slice(path.indexOf('you') + 1);
  switch (field) {
    case 'cards':
      return sameCards(hand, cards) ? 'own hand' : null;
    case 'legal':
    case 'onTimeout': {
      const got = truth.piles.filter(
        ({ event, knownTo }) =>
          event.version > truth.dealBefore(version) &&
          event.version <= version &&
          (event.type === 'taxOpened' || event.type === 'taxChosen') &&
          mayKnow(viewer, knownTo),
      );
      return areIn([...hand, ...got.flatMap((pile) => pile.cards)], cards) ? 'own answers' : null;
    }
    default:
      return null;
  }
}

const SEPARATORS = [',', ', ', ' ', '","', '", "', "','", "', '", '\\",\\"', ''];
/** Shorter ones may stand anywhere by chance. */
const LEAST_OF_A_HAND = 8;

/** A dealt hand of somebody else, as text, wherever it stands. */
function wholeHands({ piles }: Truth, text: string, viewer: Viewer | 'nobody'): readonly string[] {
  return piles
    .filter(({ event, cards }) => event.type === 'handDealt' && cards.length >= LEAST_OF_A_HAND)
    .filter(({ knownTo }) => !mayKnow(viewer, knownTo))
    .filter(({ cards }) => SEPARATORS.some((between) => text.includes(cards.join(between))))
    .map(({ cards }) => cards.join(' '));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEvent = (value: unknown): value is { readonly type: string; readonly version: number } =>
  hasVersion(value) && 'type' in value && 'at' in value && 'cause' in value;

const hasVersion = (value: unknown): value is { readonly version: number } =>
  isObject(value) && typeof value.version === 'number';

const seatIn = (value: unknown): unknown => (isObject(value) ? value.seat : undefined);

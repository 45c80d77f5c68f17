/** What pairing promises (docs/decisions/0013), held against every possible group of few tickets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Group, pair, type WaitingTicket } from '../../../src/lobby/matchmaking/pairing.ts';

const NOW = 1_000_000;

const arbitraryTicket = fc.record({
  playerId: fc.integer({ min: 0, max: 30 }).map((number) => `player ${number}`),
  ends: fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 6 })),
  waitingSince: fc.integer({ min: NOW - 5, max: NOW }),
  botsFrom: fc.option(fc.integer({ min: NOW - 3, max: NOW + 3 })),
});
/** Ids are by no means in the order of waiting. */
const arbitraryQueue = (most: number) =>
  fc.array(arbitraryTicket, { maxLength: most }).map((tickets) =>
    tickets.map(({ ends, ...ticket }, index): WaitingTicket => {
      const players = { min: Math.min(...ends), max: Math.max(...ends) };
      return { id: `ticket ${(index * 7) % 10}${index}`, players, ...ticket };
    }),
  );

const inOrder = (tickets: readonly WaitingTicket[]) =>
  tickets.toSorted((one, other) => one.waitingSince - other.waitingSince || (one.id < other.id ? -1 : 1));

/** Of each player the oldest one, oldest first. */
function queued(tickets: readonly WaitingTicket[]): readonly WaitingTicket[] {
  const sorted = inOrder(tickets);
  return sorted.filter(({ playerId }, index) => sorted.findIndex((ticket) => ticket.playerId === playerId) === index);
}

/** The numbers of bots with which these could play, by the definition alone. */
function botsFor(members: readonly WaitingTicket[]): readonly number[] {
  if (members.length === 0) return [];
  const takeBots = members.every(({ botsFrom }) => botsFrom !== null && botsFrom <= NOW);
  return (takeBots ? [0, 1, 2, 3, 4, 5] : [0]).filter((bots) =>
    members.every(({ players: { min, max } }) => min <= members.length + bots && members.length + bots <= max),
  );
}

/** All sets of them, each in the order in which they are given. */
function setsOf([first, ...rest]: readonly WaitingTicket[]): readonly (readonly WaitingTicket[])[] {
  if (first === undefined) return [[]];
  const without = setsOf(rest);
  return [...without, ...without.map((set) => [first, ...set])];
}

const fitsOf = (tickets: readonly WaitingTicket[]) => setsOf(tickets).filter((set) => botsFor(set).length > 0);
const idsOf = (tickets: readonly WaitingTicket[]) => tickets.map(({ id }) => id);
const membersOf = (groups: readonly Group[]) => groups.flatMap(({ members }) => members);

const hold = (most: number, property: (tickets: readonly WaitingTicket[], groups: readonly Group[]) => void) =>
  fc.assert(
    fc.property(arbitraryQueue(most), (tickets) => property(tickets, pair(tickets, NOW))),
    { numRuns: 400 },
  );

describe('pairing', () => {
  it('has no ticket and no player twice, and nobody who does not wait', () => {
    hold(40, (tickets, groups) => {
      const members = membersOf(groups);
      expect(new Set(idsOf(members)).size).toBe(members.length);
      expect(new Set(members.map(({ playerId }) => playerId)).size).toBe(members.length);
      expect(idsOf(queued(tickets))).toEqual(expect.arrayContaining(idsOf(members)));
    });
  });

  it('keeps to the range of everybody, and takes bots only where everybody has asked for them and waited for so long', () => {
    hold(40, (_, groups) => {
      for (const { members, bots } of groups) {
        for (const { players, botsFrom } of members) {
          expect(members.length + bots).toBeGreaterThanOrEqual(players.min);
          expect(members.length + bots).toBeLessThanOrEqual(players.max);
          if (bots > 0) expect(botsFrom ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(NOW);
        }
        expect(members.length).toBeGreaterThan(0);
      }
    });
  });

  it('takes the fewest bots', () => {
    hold(40, (_, groups) => {
      for (const { members, bots } of groups) expect(bots).toBe(Math.min(...botsFor(members)));
    });
  });

  it('leaves no fit behind', () => {
    hold(9, (tickets, groups) => {
      const placed = new Set(idsOf(membersOf(groups)));
      const left = queued(tickets).filter(({ id }) => !placed.has(id));
      expect(fitsOf(left).map(idsOf)).toEqual([]);
    });
  });

  it('serves who has waited longest first, and passes nobody over whom a fit joins to those before him', () => {
    hold(9, (tickets, groups) => {
      let left = queued(tickets);
      const rest = [...groups];
      while (left.length > 0) {
        const [first] = left;
        const fits = fitsOf(left).filter((set) => set[0] === first);
        // The first in dictionary order: each in turn is in it if he can be.
        const best: WaitingTicket[] = [];
        for (const ticket of left) {
          if (fits.some((set) => [...best, ticket].every((one) => set.includes(one)))) best.push(ticket);
        }
        const group = fits.length === 0 ? [] : (rest.shift()?.members ?? []);
        expect(idsOf(group)).toEqual(idsOf(best));
        left = left.filter((ticket) => ticket !== first && !group.includes(ticket));
      }
      expect(rest).toEqual([]);
    });
  });

  it('does not depend on the order in which it is told of tickets', () => {
    hold(20, (tickets, groups) => {
      expect(pair(tickets.toReversed(), NOW)).toEqual(groups);
    });
  });

  const ticket = (number: number, min: number, max: number, botsFrom: number | null = null): WaitingTicket => ({
    id: `${number}`,
    playerId: `player ${number}`,
    players: { min, max },
    waitingSince: NOW - 100 + number,
    botsFrom,
  });
  const said = (groups: readonly Group[]) => groups.map(({ members, bots }) => [idsOf(members).join(' '), bots]);

  it('waits until enough people are there, and then takes as many as they allow', () => {
    const four = [1, 2, 3, 4].map((number) => ticket(number, 4, 6));
    expect(said(pair(four.slice(1), NOW))).toEqual([]);
    expect(said(pair(four, NOW))).toEqual([['1 2 3 4', 0]]);
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ticket(number, 4, 6));
    expect(said(pair(nine, NOW))).toEqual([['1 2 3 4 5 6', 0]]);
  });

  it('prefers a smaller game with the second in the queue to a larger one without him', () => {
    const queue = [ticket(1, 4, 6), ticket(2, 4, 4), ...[3, 4, 5, 6].map((number) => ticket(number, 4, 6))];
    expect(said(pair(queue, NOW))).toEqual([['1 2 3 4', 0]]);
  });

  it('does not let somebody who finds nobody hold up the others', () => {
    expect(said(pair([ticket(1, 6, 6), ...[2, 3, 4, 5].map((number) => ticket(number, 4, 4))], NOW))).toEqual([
      ['2 3 4 5', 0],
    ]);
  });

  it('fills with bots for those alone who take them by now', () => {
    const queue = [ticket(1, 4, 6, NOW), ticket(2, 4, 6, NOW + 1), ticket(3, 4, 6, NOW - 1)];
    expect(said(pair(queue, NOW))).toEqual([['1 3', 2]]);
    expect(said(pair(queue, NOW + 1))).toEqual([['1 2 3', 1]]);
    expect(said(pair(queue, NOW - 2))).toEqual([]);
  });
});

/** Who plays with whom: a function of the tickets that wait and of the time, and of nothing else (docs/decisions/0013). */

export interface WaitingTicket {
  readonly id: string;
  readonly playerId: string;
  /** Of how many the game may be, bots included. */
  readonly players: { readonly min: number; readonly max: number };
  /** Milliseconds since 1970. */
  readonly waitingSince: number;
  /** From when on bots may be in the game, milliseconds since 1970; `null` for never. */
  readonly botsFrom: number | null;
}

/** Of one game: its size, `members.length + bots`, lies in the range of each member. */
export interface Group<T extends WaitingTicket = WaitingTicket> {
  /** Who has waited longest is first. */
  readonly members: readonly T[];
  /** Only where every member takes bots by now. */
  readonly bots: number;
}

/**
 * Serves tickets in the order in which they began to wait. A *fit* is a set of tickets that could be a group now. Promised:
 *
 * - Each ticket has its turn before any later one, and if a fit has it in, it is in a group afterwards. So no fit is left.
 * - A group is begun by the oldest of its members, and each later ticket in turn is in it if any fit has it together with
 *   those who are in it already. So a ticket is passed over only where no fit joins it to them, and a group is as large as it can be.
 * - A group has the fewest bots with which its size is one that everybody takes.
 *
 * @param tickets of one ruleset, in any order; of two of one player only the older one is looked at
 * @param now milliseconds since 1970
 */
export function pair<T extends WaitingTicket>(tickets: readonly T[], now: number): readonly Group<T>[] {
  const sorted = oncePerPlayer(tickets.toSorted(byWaiting));
  const fitting = countBySize(sorted);
  const placed = new Set<T>();
  const groups: Group<T>[] = [];
  for (const [index, first] of sorted.entries()) {
    if (placed.has(first)) continue;
    const later = sorted.slice(index + 1).filter((ticket) => !placed.has(ticket));
    const group = groupAround(first, later, fitting, now);
    if (group === null) continue;
    groups.push(group);
    for (const member of group.members) {
      placed.add(member);
      for (const size of sizesIn(member.players)) fitting.set(size, (fitting.get(size) ?? 0) - 1);
    }
  }
  return groups;
}

/** How many of the tickets that are in no group yet take a game of this size. */
type Fitting = ReadonlyMap<number, number>;

/** A group that is not full yet. */
interface Draft<T> {
  readonly members: readonly T[];
  /** Sizes that everybody in it takes. */
  readonly min: number;
  readonly max: number;
  readonly takesBots: boolean;
}

function groupAround<T extends WaitingTicket>(
  first: T,
  later: readonly T[],
  fitting: Fitting,
  now: number,
): Group<T> | null {
  let draft = withMember({ members: [], min: 0, max: Number.POSITIVE_INFINITY, takesBots: true }, first, now);
  if (!canBecomeGroup(draft, fitting)) return null;
  for (const ticket of later) {
    if (draft.members.length === draft.max) break;
    const larger = withMember(draft, ticket, now);
    if (canBecomeGroup(larger, fitting)) draft = larger;
  }
  return { members: draft.members, bots: Math.max(0, draft.min - draft.members.length) };
}

function withMember<T extends WaitingTicket>(draft: Draft<T>, ticket: T, now: number): Draft<T> {
  return {
    members: [...draft.members, ticket],
    min: Math.max(draft.min, ticket.players.min),
    max: Math.min(draft.max, ticket.players.max),
    takesBots: draft.takesBots && ticket.botsFrom !== null && ticket.botsFrom <= now,
  };
}

/**
 * By bots, or by people for some size that they all take. Tickets that no fit has in are counted with the others, and change
 * nothing: wherever enough take a size, all of those are in a fit.
 */
function canBecomeGroup({ members, min, max, takesBots }: Draft<WaitingTicket>, fitting: Fitting): boolean {
  const sizes = sizesIn({ min: Math.max(min, members.length), max });
  return takesBots ? sizes.length > 0 : sizes.some((size) => (fitting.get(size) ?? 0) >= size);
}

function byWaiting(one: WaitingTicket, other: WaitingTicket): number {
  return one.waitingSince - other.waitingSince || (one.id < other.id ? -1 : 1);
}

function oncePerPlayer<T extends WaitingTicket>(sorted: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return sorted.filter(({ playerId }) => !seen.has(playerId) && seen.add(playerId));
}

function countBySize(tickets: readonly WaitingTicket[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { players } of tickets) {
    for (const size of sizesIn(players)) counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return counts;
}

function sizesIn({ min, max }: WaitingTicket['players']): readonly number[] {
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, index) => min + index);
}

/** One person at a simulated table, who answers, falls silent, goes, comes back and votes as his own lot decides. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { POLICIES } from '../../../src/bots/levels.ts';
import type { Chance } from '../../../src/bots/policy.ts';
import { retryAfterMs } from '../../../src/client/refused.ts';
import type { Problem } from '../../../src/client/wire.ts';
import type { Command } from '../../../src/rules/commands.ts';
import type { View } from '../../../src/rules/view.ts';
import { type Call, createCall } from './calls.ts';
import type { Figures } from './figures.ts';
import { Line } from './line.ts';

export interface PatronNeeds {
  readonly bases: readonly string[];
  readonly guest: { readonly id: string; readonly name: string; readonly token: string };
  readonly chance: Chance;
  readonly figures: Figures;
  /** Told of whatever must not be. */
  readonly fault: (what: string) => void;
}

/** Where somebody may sit down. */
export interface Place {
  readonly tableId: string;
  readonly invite: string;
}

/** In a thousand looks at the game. */
const LOSES_SOCKET = 12;
const FALLS_SILENT = 3;
const LEAVES = 3;
const PROPOSES = 2;
const SITS_DOWN = 25;
/** In a hundred. */
const COMES_BACK = 15;
const VOTES = 50;
const AGREES = 50;
const REPEATS = 8;

const MOST_TRIES = 10;

/**
 * What may be refused because something else was quicker: another answer, the clock, a stand-in, the end of the hand or
 * of the game.
 */
const OVERTAKEN = {
  answer: ['version_conflict', 'rule_phase', 'rule_player', 'rule_rev_already', 'rule_tax_done'],
  leave: ['rule_phase', 'rule_player', 'not_seated', 'table_closed'],
  comeBack: ['rule_phase', 'rule_player'],
  vote: ['rule_phase', 'rule_player'],
  sit: ['table_full', 'table_closed', 'forbidden'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Deed = () => Promise<void>;

export class Patron {
  readonly id: string;
  readonly name: string;
  readonly call: Call;
  readonly line: Line;
  private readonly needs: PatronNeeds;
  private readonly chance: Chance;
  private place: Place | null = null;
  private gameId = '';
  /** Says nothing before the game has come so far. */
  private silentUntil = 0;
  /** Has looked at the game up to this version. */
  private looked = 0;
  /** What he has said is in his view from this version on: until then he does not look again. */
  private told = 0;
  private busy = false;

  constructor(needs: PatronNeeds) {
    const { guest, bases, chance } = needs;
    this.needs = needs;
    this.chance = chance;
    this.id = guest.id;
    this.name = guest.name;
    this.call = createCall(bases, guest.token);
    const fault = (what: string) => this.fault(what);
    this.line = new Line({ bases, token: guest.token, moved: () => this.look(), fault }, chance(bases.length));
  }

  /** A game begins at a table where he may sit or not: he follows it all the same. */
  follow(gameId: string, place: Place): void {
    this.place = place;
    this.gameId = gameId;
    this.silentUntil = 0;
    this.looked = 0;
    this.told = 0;
    this.line.follow(gameId);
  }

  /** Resolves when nothing of his is under way any more. */
  async settled(): Promise<void> {
    while (this.busy) await sleep(5);
  }

  private look(): void {
    const view = this.line.game?.view;
    if (this.busy || view === undefined || view.phase === 'ended') return;
    if (view.version <= this.looked || view.version < this.told) return;
    this.looked = view.version;
    const deed = this.choose(view);
    if (deed === null) return;
    this.busy = true;
    deed()
      .catch((error: unknown) => this.fault(String(error)))
      .finally(() => {
        this.busy = false;
        this.look();
      });
  }

  private choose(view: View): Deed | null {
    if (this.happens(LOSES_SOCKET)) {
      this.needs.figures.add('sockets lost');
      this.line.cut();
    }
    if (view.version < this.silentUntil) return null;
    const { you } = view;
    if (you === null || view.seats[you.seat]?.state === 'left')
      return this.happens(SITS_DOWN) ? () => this.sit() : null;
    const may = new Set(you.available);
    if (may.has('comeBack') && this.happens(10 * COMES_BACK)) return () => this.say({ type: 'comeBack' }, 'comeBack');
    // Whoever has left cannot answer; whoever was silent can.
    if (!may.has('leave')) return null;
    if (this.happens(FALLS_SILENT)) {
      this.silentUntil = view.version + 10 + this.chance(50);
      this.needs.figures.add('fell silent');
      return null;
    }
    if (this.happens(LEAVES)) return () => this.leave();
    if (may.has('voteEnd') && this.happens(10 * VOTES)) {
      return () => this.say({ type: 'voteEnd', agree: this.happens(10 * AGREES) }, 'vote');
    }
    if (may.has('proposeEnd') && this.happens(PROPOSES)) {
      return () => this.say({ type: 'proposeEnd', when: this.chance(4) > 0 ? 'afterHand' : 'now' }, 'vote');
    }
    if (you.legal.length === 0) return null;
    const command = POLICIES[this.chance(3) === 0 ? 'random' : 'greedy'](view, this.chance);
    return () => this.say({ ...command, expectedVersion: view.version }, 'answer');
  }

  /** Over the socket or by a request to either node, which is now and then repeated on the other one. */
  private async say(command: Command & { expectedVersion?: number }, kind: keyof typeof OVERTAKEN): Promise<void> {
    if (this.chance(2) === 0) {
      const { version, refusal } = await this.line.send(command);
      this.told = version;
      this.judge(refusal, kind, command);
      return;
    }
    const key = randomUUID();
    const node = this.chance(2);
    const path = `/games/${this.gameId}/commands`;
    const { body, refusal } = await this.ask<Done>(node, 'POST', path, command, key);
    this.judge(refusal, kind, command);
    this.told = body?.version ?? 0;
    if (body === null || !this.happens(10 * REPEATS)) return;
    const again = await this.ask<Done>(node + 1, 'POST', path, command, key);
    this.needs.figures.add('commands repeated');
    if (again.body?.replayed !== true || again.body.version !== body.version) {
      this.fault(`${JSON.stringify(command)} led to version ${body.version} and again to ${JSON.stringify(again)}`);
    }
  }

  private async leave(): Promise<void> {
    if (this.chance(2) === 0) {
      await this.say({ type: 'leave' }, 'leave');
    } else {
      const path = `/tables/${this.place?.tableId}/seats/me`;
      this.judge((await this.ask(this.chance(2), 'DELETE', path)).refusal, 'leave', 'stands up');
    }
  }

  private async sit(): Promise<void> {
    if (this.place === null) return;
    const { tableId, invite } = this.place;
    const { refusal } = await this.ask(this.chance(2), 'POST', `/tables/${tableId}/seats`, { invite });
    this.judge(refusal, 'sit', 'sits down');
  }

  /** Too busy just now: the same once more, as the answer says (docs/PROTOCOL.md). */
  private readonly ask: Call = async (...request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.call<never>(...request);
      const wait = answer.refusal === null ? null : retryAfterMs(answer.refusal);
      if (wait === null || tries === MOST_TRIES) return answer;
      this.needs.figures.add(`asked again: ${answer.refusal?.detail}`);
      await sleep(wait);
    }
  };

  private judge(refusal: Problem | null, kind: keyof typeof OVERTAKEN, what: unknown): void {
    if (refusal === null) return;
    const codes: readonly string[] = OVERTAKEN[kind];
    if (!codes.includes(refusal.code)) this.fault(`${JSON.stringify(what)} is refused: ${JSON.stringify(refusal)}`);
    this.needs.figures.add(`refused: ${kind} ${refusal.code}`);
  }

  private happens(inAThousand: number): boolean {
    return this.chance(1000) < inAThousand;
  }

  private fault(what: string): void {
    this.needs.fault(`${this.name}: ${what}`);
  }
}

interface Done {
  readonly version: number;
  readonly replayed: boolean;
}

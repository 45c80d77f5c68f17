/** Built-in bots sit down at once; others are invited like people (`invitations.ts`). */
import { v7 as uuid } from 'uuid';
import type { Identity } from '../http/identity.ts';
import type { Bus } from '../ports/bus.ts';
import { announce } from './announce.ts';
import { mustBeHost, mustBeOpen, type Rows, type TableRow } from './rows.ts';
import { freeSeat } from './tables.ts';

export interface BotsNeeds {
  readonly rows: Rows;
  readonly bus: Bus;
}

const NAMES = ['Ada', 'Bela', 'Cleo', 'Dino', 'Edda', 'Falk', 'Gala', 'Hugo', 'Iris', 'Juno', 'Kito', 'Lena'] as const;

/** @param number of the seat, so that no two at a table are called the same */
export function builtInName(number: number, level: 'random' | 'greedy'): string {
  return `${NAMES[number] ?? `Bot ${number}`} (${level})`;
}

export type TableBots = ReturnType<typeof createTableBots>;

export function createTableBots({ rows, bus }: BotsNeeds) {
  return {
    /** @param level how it plays */
    async seatBuiltIn(who: Identity, tableId: string, level: 'random' | 'greedy'): Promise<TableRow> {
      const { table } = await rows.changeSeen(tableId, { playerId: who.id }, async (tx, before) => {
        mustBeHost(before, who.id);
        mustBeOpen(before);
        const seat = freeSeat(before);
        const id = uuid();
        await tx.player.create({ data: { id, name: builtInName(seat, level), kind: 'builtIn', level } });
        await tx.tableSeat.create({ data: { tableId, seat, playerId: id, state: 'taken', ready: true } });
      });
      announce(bus, table);
      return table;
    },
  };
}

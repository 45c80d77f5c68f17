/** Two nodes, one Postgres, one Redis that comes and goes: slower, never wrong (decision 7). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedisBus } from '../../src/adapters/redis-bus.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { following, recorder } from '../support/follower.ts';
import { type GameNode, openGameNode, playOn, startedGame } from '../support/game-node.ts';
import { describeWithPrivateRedis, openPrivateRedis, type PrivateRedis } from '../support/private-redis.ts';

describeWithPrivateRedis('Redis stopped and started', () =>
  describeOnPostgres('a game on two nodes', () => {
    let database: TestDatabase;
    let redis: PrivateRedis;
    let buses: readonly [Bus, Bus];
    let nodes: readonly [GameNode, GameNode];

    beforeAll(async () => {
      database = await openTestDatabase({ kind: 'postgres' });
      redis = await openPrivateRedis();
      await redis.start();
      buses = [createRedisBus({ url: redis.url }), createRedisBus({ url: redis.url })];
      await healthy();
      nodes = [await openGameNode(database, buses[0]), await openGameNode(database, buses[1])];
    });
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await Promise.all(buses.map((bus) => bus.close()));
      await redis.close();
      await database.close();
    });

    async function healthy(): Promise<void> {
      while (!buses.every((bus) => bus.healthy())) await new Promise((resolve) => setImmediate(resolve));
    }

    it('shows all six players the same versions and loses nothing', async () => {
      const game = await startedGame(database, nodes[0], { players: 6, ruleset: { end: { hands: 1 } } });
      const nodeOf = (seat: number) => (seat < 3 ? nodes[0] : nodes[1]);
      const recorders = game.players.map((player) => recorder(game.gameId, player));
      for (const [seat, one] of recorders.entries()) await following(nodeOf(seat).games.follow, one);
      const from = recorders.map((one) => one.version());

      for (let step = 0; step < 20; step++) await playOn(game, nodeOf);
      await redis.stop();
      for (let step = 0; step < 20; step++) await playOn(game, nodeOf);
      await redis.start();
      await healthy();
      while (await playOn(game, nodeOf));

      const head = (await nodes[0].log.heads([game.gameId])).get(game.gameId) ?? 0;
      await Promise.all(recorders.map((one) => one.reached(head)));
      for (const [seat, one] of recorders.entries()) {
        const versions = one.frames.flatMap(({ events }) => events ?? []).map(({ version }) => version);
        expect(versions).toEqual(
          Array.from({ length: head - (from[seat] ?? 0) }, (_, index) => (from[seat] ?? 0) + index + 1),
        );
        expect(one.ended).toBe('closed');
      }
    });
  }),
);

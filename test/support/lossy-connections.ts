/** A writer's connections that break after the server has done what it was asked, before the answer arrives. */
import type pg from 'pg';
import type { Connections } from '../../src/adapters/database.ts';

export interface LossyConnections extends Connections {
  /** So many of the next statements are done without an answer. */
  loseAnswers(count: number): void;
}

export function losing(connections: Connections): LossyConnections {
  let toLose = 0;
  return {
    loseAnswers: (count) => {
      toLose = count;
    },
    connect: async () => {
      const connection = await connections.connect();
      return {
        query: async <Row extends pg.QueryResultRow>(config: pg.QueryConfig) => {
          const result = await connection.query<Row>(config);
          if (toLose === 0) return result;
          toLose -= 1;
          throw new Error('Connection terminated unexpectedly');
        },
        release: (destroy) => connection.release(destroy),
      };
    },
  };
}

/** The finishing-order log as a table: the facts of the rows, safe for spreadsheets (RFC 4180). */
import { describe, expect, it } from 'vitest';
import { handsCsv } from '../../src/replays/csv.ts';
import type { HandRow } from '../../src/replays/hands.ts';

const ROW: HandRow = {
  gameId: 'game',
  handNumber: 3,
  void: false,
  startedAt: '2026-01-05T19:00:00.000Z',
  endedAt: '2026-01-05T19:05:00.000Z',
  preset: 'dutch',
  deck: 'full',
  revolution: null,
  exchanges: [
    { kind: 'greater', upper: 5, lower: 0, count: 2 },
    { kind: 'lesser', upper: 2, lower: 3, count: 1 },
  ],
  joined: [5, 6],
  left: [1, 4],
  placings: [],
};
const PLACING: HandRow['placings'][number] = {
  place: 1,
  seat: 5,
  playerId: 'ann',
  name: 'Ann',
  finish: 'out',
  standIn: true,
  titleDealt: 'GD',
  titlePlayed: 'GP',
  titleNext: 'LD',
  points: 4,
  bonus: 1,
  total: 9,
};
const HEAD =
  'game_id,hand,void,started_at,ended_at,preset,deck,revolution_by,greater,place,seat,player_id,name,finish,stand_in,title_dealt,title_played,title_next,points,bonus,total,joined,left,exchanges';

/** The lines after the header. */
const lines = (row: HandRow) => handsCsv([row]).split('\r\n').slice(1, -1);

describe('handsCsv', () => {
  it('has a header and a line for each seat, each ended by CRLF', () => {
    const second = {
      ...PLACING,
      place: 2,
      seat: 0,
      playerId: 'ben',
      name: 'Ben',
      finish: 'folded',
      standIn: false,
    } as const;
    expect(handsCsv([{ ...ROW, placings: [PLACING, second] }])).toBe(
      [
        HEAD,
        'game,3,false,2026-01-05T19:00:00.000Z,2026-01-05T19:05:00.000Z,dutch,full,,,1,5,ann,Ann,out,true,GD,GP,LD,4,1,9,5 6,1 4,greater:5:0:2 lesser:2:3:1',
        'game,3,false,2026-01-05T19:00:00.000Z,2026-01-05T19:05:00.000Z,dutch,full,,,2,0,ben,Ben,folded,false,GD,GP,LD,4,1,9,5 6,1 4,greater:5:0:2 lesser:2:3:1',
        '',
      ].join('\r\n'),
    );
  });

  it('has one line for a void hand, with nothing about places', () => {
    const row = { ...ROW, void: true, revolution: { by: 0, greater: true }, exchanges: [], joined: [] };
    expect(lines(row)).toEqual([
      'game,3,true,2026-01-05T19:00:00.000Z,2026-01-05T19:05:00.000Z,dutch,full,0,true,,,,,,,,,,,,,,1 4,',
    ]);
  });

  it('leaves points empty where none are counted', () => {
    const [line] = lines({ ...ROW, placings: [{ ...PLACING, points: null, bonus: null, total: null }] });
    expect(line).toContain(',LD,,,,5 6,');
  });

  it('lets no name be a formula, and no comma or quote break a line', () => {
    const nameOf = (name: string) => lines({ ...ROW, placings: [{ ...PLACING, name }] })[0]?.split(',ann,')[1];
    expect(nameOf('=1+1')).toMatch(/^'=1\+1,out,/);
    expect(nameOf('A, "B"')).toMatch(/^"A, ""B""",out,/);
  });

  it('is a header alone for a game without hands', () => {
    expect(handsCsv([])).toBe(`${HEAD}\r\n`);
  });
});

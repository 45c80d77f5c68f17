/** The finishing-order log as a table for spreadsheets (RFC 4180). */
import type { HandRow } from './hands.ts';

const COLUMNS = [
  'game_id',
  'hand',
  'void',
  'started_at',
  'ended_at',
  'preset',
  'deck',
  'revolution_by',
  'greater',
  'place',
  'seat',
  'player_id',
  'name',
  'finish',
  'stand_in',
  'title_dealt',
  'title_played',
  'title_next',
  'points',
  'bonus',
  'total',
] as const;

/** @returns a header line and one line for each seat and hand, each ended by CRLF */
export function handsCsv(rows: readonly HandRow[]): string {
  const lines = rows.flatMap((row) =>
    row.placings.map((placing) => [
      row.gameId,
      row.handNumber,
      row.void,
      row.startedAt,
      row.endedAt,
      row.preset,
      row.deck,
      row.revolution?.by ?? null,
      row.revolution?.greater ?? null,
      placing.place,
      placing.seat,
      placing.playerId,
      harmless(placing.name),
      placing.finish,
      placing.standIn,
      placing.titleDealt,
      placing.titlePlayed,
      placing.titleNext,
      placing.points,
      placing.bonus,
      placing.total,
    ]),
  );
  return [COLUMNS, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet would run a name that looks like a formula. */
function harmless(name: string): string {
  return /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
}

function field(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

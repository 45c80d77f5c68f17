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
  'joined',
  'left',
  'exchanges',
] as const;

/** @returns a header line, one line for each seat and hand and one for each void hand, each ended by CRLF */
export function handsCsv(rows: readonly HandRow[]): string {
  return csvHeader() + csvLines(rows);
}

export function csvHeader(): string {
  return lineOf(COLUMNS);
}

export function csvLines(rows: readonly HandRow[]): string {
  const lines = rows.flatMap((row) => (row.void ? [line(row)] : row.placings.map((placing) => line(row, placing))));
  return lines.map(lineOf).join('');
}

const lineOf = (fields: readonly Field[]): string => `${fields.map(field).join(',')}\r\n`;

/** @param placing none where nobody is placed: those columns stay empty */
function line(row: HandRow, placing?: HandRow['placings'][number]): readonly Field[] {
  return [
    row.gameId,
    row.handNumber,
    row.void,
    row.startedAt,
    row.endedAt,
    row.preset,
    row.deck,
    row.revolution?.by,
    row.revolution?.greater,
    placing?.place,
    placing?.seat,
    placing?.playerId,
    placing && harmless(placing.name),
    placing?.finish,
    placing?.standIn,
    placing?.titleDealt,
    placing?.titlePlayed,
    placing?.titleNext,
    placing?.points,
    placing?.bonus,
    placing?.total,
    row.joined.join(' '),
    row.left.join(' '),
    row.exchanges.map(({ kind, upper, lower, count }) => `${kind}:${upper}:${lower}:${count}`).join(' '),
  ];
}

type Field = string | number | boolean | null | undefined;

/** A spreadsheet would run a name that looks like a formula. */
function harmless(name: string): string {
  return /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
}

function field(value: Field): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Seats, titles and who sits where (R-TERM-3, R-TITLE-1..6). */

/** A small integer that belongs to one player for a whole game and is never used again. */
export type Seat = number;

/** The class in every edition; an edition's own names are presentation (R-TITLE-1). */
export type Title = 'GD' | 'LD' | 'M' | 'LP' | 'GP';

export interface SeatTitle {
  readonly seat: Seat;
  readonly title: Title;
}

/** Who decides for a seat: a person, a program that connects from outside, or a built-in bot. */
export type SeatKind = 'human' | 'bot' | 'builtIn';

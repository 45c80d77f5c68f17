/** Who sits at the demo's table. */

/** One for each seat that a table can have (R-TITLE-4). */
export const NAMES: readonly string[] = [
  'Agnes',
  'Bertram',
  'Clara',
  'Dietmar',
  'Edith',
  'Falk',
  'Gisela',
  'Hugo',
  'Irmgard',
  'Jost',
  'Klara',
  'Ludolf',
];

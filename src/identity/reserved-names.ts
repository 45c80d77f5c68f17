/** Names under which a player would pass for the service, its operators, its built-in bots or an erased player (record 0019). */
import { SOMEBODY } from './player-row.ts';

/** One of these, or several together: "Dalmuti Admin". */
const ROLES = [
  'admin',
  'administrator',
  'moderator',
  'mod',
  'operator',
  'system',
  'sysadmin',
  'root',
  'server',
  'service',
]
  .concat(['official', 'support', 'staff', 'team', 'dalmuti', 'thegreatdalmuti', 'greatdalmuti'])
  .concat(SOMEBODY.toLowerCase());

/** Built-in bots are called "Ada (greedy)". */
const BUILT_IN = /\((?:random|greedy)\)$/;

/**
 * Letters and digits that look like a Latin one in one script: from Unicode's confusables.txt, as far as the reserved words
 * need them. Compatibility forms (fullwidth, mathematical, circled) are folded by normalisation.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀΑАᎪꓮ4@',
  b: 'вʙΒВᏴꓐ8',
  c: 'сϲᴄСᏟꓚ',
  d: 'ԁɗᴅᎠꓓ',
  e: 'еεᴇΕЕᎬꓰ3',
  f: 'ꜰꓝ',
  g: 'ցɡɢԌꓖ',
  h: 'һհʜΗНᎻꓧ',
  i: 'іιɩıɪΙІᏆꓲlӏʟ1|!',
  m: 'мᴍΜМᎷꓟ',
  n: 'пոηɴΝꓠ',
  o: 'оοօᴏΟОՕꓳ0',
  p: 'рρᴘΡРᏢꓑ',
  r: 'гʀᎡꓣ',
  s: 'ѕꜱЅՏᏚꓢ5$',
  t: 'тτᴛΤТᎢꓔ7',
  u: 'иսυᴜՍꓴ',
  v: 'ѵνᴠѴᏙꓦ',
  y: 'уүγʏΥУҮᎩꓬ',
};

const PROTOTYPES = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
);

const RESERVED = new RegExp(`^(?:${ROLES.map((role) => skeleton(role)).join('|')})+$`);

/** @param name as `characterFault` and `scriptFault` pass it */
export function isReserved(name: string): boolean {
  const folded = name.normalize('NFKC').toLowerCase();
  return (
    BUILT_IN.test(folded) || RESERVED.test(skeleton(folded)) || RESERVED.test(skeleton(folded.replace(/\p{N}/gu, '')))
  );
}

/** Letters alone, each as the Latin one that it looks like. */
function skeleton(text: string): string {
  const letters = [...text.normalize('NFKD')].map(
    (one) => PROTOTYPES.get(one) ?? PROTOTYPES.get(one.toLowerCase()) ?? one,
  );
  return letters
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}

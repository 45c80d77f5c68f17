/** Names of players, bots and tables (record 0019): real names of all scripts pass; what cannot be seen, read or told apart does not. */
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/http/problem.ts';
import { fitName, readName } from '../../src/identity/names.ts';

describe('a name of a person in any script is kept as it is', () => {
  test.each(
    (
      "Zażółć|José|Nguyễn Thị Ánh|O'Brien|O’Brien|Ünal|Łukasz Żółw|Jean-Luc|Mary Ann|Sørensen|Þórdís|Ağrı|Dvořák|王小明|李小龍|محمد|مُحَمَّد|ひろゆき|" +
      'ヒロユキ|山田ひろゆきsan|김민준|김철수 Kim|ㄅㄆㄇ 王 Wang|नमस्ते|क्षत्रिय|श्री|ক্ষ|தமிழ்|മലയാളം|ಕನ್ನಡ|తెలుగు|සිංහල|ไทยแลนด์ที่|ລາວ|မြန်မာ|မြွှော့|ខ្មែរ|བོད་ཡིག|' +
      'Юлия|Ђорђе|Ёжик|Γιώργος|ᾧ Ἀθῆναι|Հայկ|גִּבְעָה|თამარ|አበበ|ދިވެހި|ᏣᎳᎩ|ⵜⵉⴼⵉⵏⴰⵖ|Ada 2|R2-D2|!|Ada’s bot|Deep Dalmuti|Person 0|Bot Ann|Modesta|Rooty|Adminton'
    ).split('|'),
  )('%s', (name) => {
    expect(readName(name)).toBe(name.normalize('NFC'));
  });

  test.each([
    ['می‌خواهم', 'Persian with ZWNJ'],
    ['क्‍ष', 'Devanagari with ZWJ'],
    ['ශ්‍රී', 'Sinhala with ZWJ'],
  ])('%s (%s)', (name) => {
    expect(readName(name)).toBe(name);
  });

  test.each(['👩‍👩‍👧‍👦', '❤️', '❤︎', '☺', '👍🏽', '🇵🇱', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '🏳️‍🌈', 'Ada 🎴', '🧑🏿‍🚀'])('emoji %s', (name) => {
    expect(readName(name)).toBe(name);
  });
});

/** The error that the answer would have for a name; `undefined` for a name that is accepted. */
function faultOf(name: string) {
  try {
    readName(name);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.details.errors?.[0];
  }
}

describe('a name with a character that cannot be seen is refused, with the character', () => {
  test.each(
    [
      0x2800, 0x3164, 0x115f, 0x1160, 0xffa0, 0x034f, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2066, 0x202e,
      0x061c, 0xfe0f, 0xfe00, 0xfeff, 0x00ad, 0x17b4, 0x180b, 0x180e, 0x13441, 0x1d159, 0x16fe4, 0xfffc, 0xfff9,
      0xe0041, 0xe0101, 0xe000, 0x0378, 0xffff, 0x85, 0x2028, 0x2029, 0x00, 0x0a, 0x1b, 0x7f, 0x9b, 0xd800,
    ].map((point) => [point.toString(16).toUpperCase().padStart(4, '0'), point] as const),
  )('U+%s', (written, point) => {
    const character = String.fromCodePoint(point);
    expect(faultOf(character)?.code).toMatch(/^(?:invalid_format|too_short)$/);
    expect(faultOf(`a${character}b`)).toEqual({
      code: 'invalid_format',
      pointer: '#/name',
      detail: expect.stringContaining(`U+${written} `),
    });
  });
});

describe('a name is refused that', () => {
  test.each([
    [`a${'\u0301'.repeat(2)}`, 'U+0301', 'repeats a mark'],
    ['a\u0300\u0301\u0302\u0303\u0304', 'U+0304', 'has five marks on a letter'],
    ['\u0301a', 'U+0301', 'begins with a mark'],
    ['a\u20dd', 'U+20DD', 'encloses a letter'],
    [`क${'ा'.repeat(2)}`, 'U+093E', 'repeats a vowel sign'],
    ['Аda', 'U+0064', 'mixes Cyrillic and Latin'],
    ['Adа', 'U+0430', 'mixes Latin and Cyrillic'],
    ['αda', 'U+0064', 'mixes Greek and Latin'],
    ['ひ김', 'U+AE40', 'mixes Kana and Hangul'],
    ['𐌰𐌱', 'U+10330', 'is of a historic script'],
    ['👩‍', 'U+200D', 'has a joiner that joins nothing'],
  ])('%s (%s): %s', (name, character) => {
    expect(faultOf(name)).toMatchObject({ code: 'invalid_format', detail: expect.stringContaining(character) });
  });

  test.each(
    (
      'Operator|ADMIN|admin|Ádmin|a d m i n|Admin 1|adm1n|4dm1n|Moderator|System|Dalmuti|The Great Dalmuti|Dalmuti Admin|Somebody|s0mebody|ｓｙｓｔｅｍ|𝐀𝐝𝐦𝐢𝐧|ⓐⓓⓜⓘⓝ|' +
      'аԁміп|ѕуѕтем|ᴀᴅᴍɪɴ|ꓮꓓꓟꓲꓠ|Ada (greedy)|Somebody else (random)|Lena（greedy）'
    ).split('|'),
  )('is reserved: %s', (name) => {
    expect(faultOf(name)).toMatchObject({ code: 'reserved' });
  });
});

test('spaces of every width become one plain space', () => {
  expect(readName('\u3000Ada\u00a0 \u2003Lovelace ')).toBe('Ada Lovelace');
});

test.each([
  ['Admin', null],
  ['Аda', null],
  ['A\u2800da', 'Ada'],
  [`Z${'\u0301'.repeat(50)}oe`, 'Źoe'],
  ['Ada\ufe0f\u200d', 'Ada'],
])('a name %j of another issuer becomes %j', (given, name) => {
  expect(fitName(given)).toBe(name);
});

/** Names in one script, or in those that one language mixes: UTS #39, "Highly Restrictive" (record 0019). */
import { codePoint, type NameFault } from './name-characters.ts';

/** The recommended scripts and those of limited use (UAX #31, tables 5 and 7); nobody's name needs a historic one. */
const SCRIPTS =
  'Latn Cyrl Grek Arab Hebr Armn Geor Hani Hang Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Khmr Mymr Tibt Ethi Thaa ' +
  'Bopo Hira Kana Adlm Bali Bamu Batk Cakm Cans Cham Cher Hmnp Java Kali Lana Lepc Limb Lisu Mand Mtei Newa Nkoo Olck Osge Plrd Rohg ' +
  'Saur Sund Sylo Syrc Tale Talu Tavt Tfng Vaii Wcho Yiii';

const MIXTURES = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang', ...SCRIPTS.split(' ')];

const PROFILES: readonly RegExp[] = MIXTURES.map((scripts) => {
  const members = `Zyyy ${scripts}`.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  // Marks that are inherited take the script of their letter.
  return new RegExp(String.raw`^[\p{scx=Zinh}\p{Script=Zinh}${members.join('')}]*$`, 'u');
});

/** @returns the first character whose script does not go with those before it; `null` when all do */
export function scriptFault(name: string): NameFault | null {
  if (fitsSome(name)) return null;
  let read = '';
  for (const character of name) {
    if (!fitsSome(read + character)) {
      const what = fitsSome(character)
        ? 'is of another script than the letters before it; use letters of one script'
        : 'is of a script that is no longer in use; remove it';
      return { code: 'invalid_format', detail: `${codePoint(character)} ${what}.`, at: null };
    }
    read += character;
  }
  return null;
}

function fitsSome(text: string): boolean {
  return PROFILES.some((profile) => profile.test(text));
}

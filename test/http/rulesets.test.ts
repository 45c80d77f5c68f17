/** What `GET /v1/rulesets` says of names and of defaults: the words of RULES and of sources, for every card and class that there is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { NameSet } from '../../src/lobby/names/name-set.ts';
import type { RulesetsSchema } from '../../src/lobby/rulesets.ts';
import { kindsIn } from '../../src/rules/cards.ts';
import { deckCards } from '../../src/rules/deck.ts';
import { titlesFor } from '../../src/rules/titles.ts';
import { bootApp, type TestApp } from '../support/app.ts';

let node: TestApp;
let served: z.infer<typeof RulesetsSchema>;

beforeAll(async () => {
  node = await bootApp();
  served = (await node.inject({ method: 'GET', url: '/v1/rulesets' })).json();
});
afterAll(() => node.close());

const TITLES = titlesFor(5, 'merchant');
const CARDS = { dalmuti: kindsIn(deckCards('full')), corporate: kindsIn(deckCards('corporate60')) };

function setOf(language: string, theme: NameSet['theme']): NameSet {
  const found = served.names.find((set) => set.language === language && set.theme === theme);
  if (found === undefined) throw new Error(`There are no names in ${language} for ${theme}.`);
  return found;
}

/** The way that the contract tells for what a set lacks. */
function withEnglish(set: NameSet): NameSet {
  const [theme, edition] = [setOf('en', set.theme), setOf('en', set.edition)];
  return {
    ...set,
    cards: { ...edition.cards, ...theme.cards, ...set.cards },
    classes: { ...edition.classes, ...theme.classes, ...set.classes },
  };
}

describe('names', () => {
  it('R-CARD-7, R-TITLE-1: has those of The Great Dalmuti in English', () => {
    expect(setOf('en', 'dalmuti')).toMatchObject({
      edition: 'dalmuti',
      title: 'The Great Dalmuti',
      cards: {
        '1': 'Great Dalmuti',
        '2': 'Archbishop',
        '3': 'Earl Marshal',
        '4': 'Baroness',
        '5': 'Abbess',
        '6': 'Knight',
        '7': 'Seamstress',
        '8': 'Mason',
        '9': 'Cook',
        '10': 'Shepherdess',
        '11': 'Stonecutter',
        '12': 'Peasants',
        J: 'Jester',
      },
      classes: { GD: 'Greater Dalmuti', LD: 'Lesser Dalmuti', M: 'Merchant', LP: 'Lesser Peon', GP: 'Greater Peon' },
    });
  });

  it('R-CORP-1, R-CORP-2: has those of Corporate Shuffle', () => {
    expect(setOf('en', 'corporate')).toMatchObject({
      edition: 'corporate',
      title: "Dilbert's Corporate Shuffle",
      cards: {
        DW: 'Dogbert, World Ruler',
        '1': 'CEO',
        '2': 'Vice Presidents',
        '3': 'Consultants',
        '4': 'Lawyers',
        '5': 'Human Resources',
        '6': 'Accounting',
        TW: 'Twirling Wedgie',
        '7': 'Managers',
        '8': 'Sales',
        '9': 'Marketing',
        '10': 'Engineer',
        RB: 'Ratbert',
        W: 'Dogbert',
      },
      classes: { GD: 'Big Boss', LD: 'Little Boss', M: 'Worker', LP: 'Senior Intern', GP: 'Junior Intern' },
    });
  });

  it('R-CARD-7: the Dungeons & Dragons edition renames some cards; for the rest its players read The Great Dalmuti', () => {
    const dnd = setOf('en', 'dnd');
    expect(dnd.edition).toBe('dalmuti');
    expect(dnd.cards).toMatchObject({ '6': 'Templar', '9': 'Apothecary', '12': 'Rat Catcher', J: 'Fool' });
    expect(dnd.cards).not.toHaveProperty('1');
    expect(dnd.classes).toEqual({});
    expect(withEnglish(dnd)).toMatchObject({
      cards: { '1': 'Great Dalmuti', '12': 'Rat Catcher' },
      classes: { GP: 'Greater Peon' },
    });
  });

  it('has those of De Grote Dalmuti, whose middle class no source names', () => {
    const dutch = setOf('nl', 'dalmuti');
    expect(dutch.cards).toEqual({
      '1': 'De Grote Dalmuti',
      '2': 'Aartsbisschop',
      '3': 'Hofmaarschalk',
      '4': 'Barones',
      '5': 'Abdis',
      '6': 'Ridder',
      '7': 'Naaister',
      '8': 'Metselaar',
      '9': 'Kokkin',
      '10': 'Herderin',
      '11': 'Steenhouwer',
      '12': 'Boeren',
      J: 'Nar',
    });
    expect(dutch.classes).toEqual({
      GD: 'Grote Dalmuti',
      LD: 'Kleine Dalmuti',
      LP: 'Kleine Dienaar',
      GP: 'Grote Dienaar',
    });
    expect(withEnglish(dutch).classes.M).toBe('Merchant');
  });

  it('has every card and class of each edition in English', () => {
    for (const edition of ['dalmuti', 'corporate'] as const) {
      const { cards, classes } = setOf('en', edition);
      expect(Object.keys(cards).sort(), edition).toEqual([...CARDS[edition]].sort());
      expect(Object.keys(classes).sort(), edition).toEqual([...TITLES].sort());
    }
  });

  it('names nothing that is no card or class of its edition, and nothing twice', () => {
    for (const { language, theme, edition, title, cards, classes } of served.names) {
      const where = `${language} ${theme}`;
      expect(CARDS[edition], where).toEqual(expect.arrayContaining(Object.keys(cards)));
      expect(TITLES, where).toEqual(expect.arrayContaining(Object.keys(classes)));
      for (const names of [Object.values(cards), Object.values(classes)]) {
        expect(new Set(names).size, where).toBe(names.length);
      }
      for (const name of [title, ...Object.values(cards), ...Object.values(classes)]) {
        expect(name, where).toMatch(/^\S(.*\S)?$/u);
        expect(name, where).toBe(name.normalize('NFC'));
      }
    }
  });

  it('says with every set who says so, with an address for at least one', () => {
    for (const { language, theme, sources } of served.names) {
      for (const { title } of sources) expect(title, `${language} ${theme}`).toMatch(/\S/);
      const urls = sources.flatMap(({ url }) => (url === null ? [] : [url]));
      expect(urls.length, `${language} ${theme}`).toBeGreaterThan(0);
      for (const url of urls) expect(['http:', 'https:'], url).toContain(new URL(url).protocol);
    }
  });

  it('has one set for each language and theme, the languages as BCP 47 writes them, English first', () => {
    const places = served.names.map(({ language, theme }) => `${language} ${theme}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { language } of served.names) expect(Intl.getCanonicalLocales(language)).toEqual([language]);
    expect(places.slice(0, 3)).toEqual(['en dalmuti', 'en corporate', 'en dnd']);
    expect(served.names.map(({ language }) => language)).toEqual(
      expect.arrayContaining(['nl', 'de', 'fr', 'es', 'ko']),
    );
  });
});

describe('options', () => {
  const defaultOf = (key: string) => served.options.find((option) => option.key === key)?.default;

  it('section 23: the default of each is that of official', () => {
    const kept = { 'end.hands': null, 'scoring.mode': 'none', 'tax.wilds': 'worst', 'revolution.firstDeal': false };
    for (const [key, value] of Object.entries(kept)) expect(defaultOf(key), key).toBe(value);
  });

  it('section 23: those of Corporate Shuffle have a default too, which official has no place for', () => {
    expect(
      Object.fromEntries(served.options.flatMap(({ key }) => (key.startsWith('corp.') ? [[key, defaultOf(key)]] : []))),
    ).toEqual({
      'corp.wildAlone': 'declared',
      'corp.wedgieInSets': true,
      'corp.wedgieTarget': 'required',
      'corp.ratbertWithWilds': false,
      'corp.rulerMayLead': true,
      'corp.drawWilds': 'worst',
    });
  });
});

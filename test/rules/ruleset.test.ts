import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESET, NOT_BUILT, OPTIONS, PRESETS, resolveRuleset } from '../../src/rules/dalmuti.ts';
import type { RulesetInput } from '../../src/rules/resolve-ruleset.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

function ruleset(input: RulesetInput): Ruleset {
  const resolved = resolveRuleset(input);
  if (!resolved.ok) throw new Error(resolved.faults.map(({ reason }) => reason).join(' '));
  return resolved.ruleset;
}

function faults(input: unknown) {
  const resolved = resolveRuleset(input as RulesetInput);
  return resolved.ok ? [] : resolved.faults;
}

describe('presets', () => {
  it('section 23: a table that names none gets official-scored: points, 20 hands', () => {
    expect(DEFAULT_PRESET).toBe('official-scored');
    expect(ruleset({})).toEqual(PRESETS['official-scored']);
    expect(ruleset({}).scoring).toEqual({ mode: 'points', bonus: 'none', baseline: 'play-start' });
    expect(ruleset({}).end.hands).toBe(20);
  });

  it('section 23: official is the default of every key', () => {
    expect(ruleset({ preset: 'official' })).toEqual({
      preset: 'official',
      revision: 1,
      edition: 'dalmuti',
      players: { min: 4, max: 8 },
      deck: 'full',
      seating: { method: 'draw', ties: 'tied-redraw' },
      titles: { three: 'merchant' },
      jesters: { pair: 'rank13' },
      tax: {
        enabled: true,
        timing: 'sealed',
        wilds: 'worst',
        dalmutiMayGiveWilds: true,
        peonPayment: 'auto',
        visibility: 'parties',
      },
      revolution: { enabled: true, firstDeal: false, greater: 'called' },
      mex: { enabled: false, give: 'random', take: 'random' },
      play: { passLock: false, leadAfterOut: 'clockwise' },
      scoring: { mode: 'none', bonus: 'none', baseline: 'play-start' },
      end: { hands: null, timeLimitMin: null, consent: 'unanimous', tieBreak: 'shared' },
      join: { allowed: true, choice: 'gd', startScore: 'zero' },
      leave: { midHand: 'bot', betweenHands: 'close-up' },
      misdeal: { mode: 'off', rate: null },
      history: { discards: 'open' },
      corp: null,
    });
  });

  it('section 23: dutch, wikipedia and corporate differ from official as their columns say', () => {
    const official = PRESETS.official;
    expect(ruleset({ preset: 'dutch' })).toEqual({
      ...official,
      preset: 'dutch',
      seating: { ...official.seating, ties: 'until-unique' },
      tax: { ...official.tax, wilds: 'exempt', dalmutiMayGiveWilds: false },
      scoring: { ...official.scoring, mode: 'points' },
      end: { ...official.end, hands: 10 },
      history: { discards: 'closed' },
    });
    expect(ruleset({ preset: 'official-large' })).toEqual({
      ...PRESETS['official-scored'],
      preset: 'official-large',
      players: { min: 9, max: 12 },
    });
    expect(ruleset({ preset: 'wikipedia' })).toEqual({ ...official, preset: 'wikipedia', players: { min: 3, max: 8 } });
    expect(ruleset({ preset: 'corporate' })).toEqual({
      ...official,
      preset: 'corporate',
      edition: 'corporate',
      players: { min: 4, max: 6 },
      deck: 'corporate60',
      tax: { ...official.tax, wilds: 'best' },
      corp: {
        wildAlone: 'declared',
        wedgieInSets: true,
        wedgieTarget: 'required',
        ratbertWithWilds: false,
        rulerMayLead: true,
        drawWilds: 'worst',
      },
    });
  });

  it('section 23: overrides change what they name and nothing else', () => {
    const changed = ruleset({ preset: 'dutch', tax: { visibility: 'public' }, end: { hands: 3 } });
    const { dutch } = PRESETS;
    expect(changed).toEqual({
      ...dutch,
      tax: { ...dutch.tax, visibility: 'public' },
      end: { ...dutch.end, hands: 3 },
    });
    expect(PRESETS.dutch.tax.visibility).toBe('parties');
  });

  it('section 23: a whole ruleset may be handed back as it was received', () => {
    for (const preset of Object.values(PRESETS)) expect(ruleset(preset)).toEqual(preset);
  });

  it('R-MIS-2: accidents without a rate come at the usual one, which stands in the ruleset', () => {
    expect(ruleset({ misdeal: { mode: 'simulated' } }).misdeal).toEqual({ mode: 'simulated', rate: 0.01 });
    expect(ruleset({ misdeal: { mode: 'simulated', rate: 0.5 } }).misdeal.rate).toBe(0.5);
    expect(ruleset({ misdeal: { mode: 'off' } }).misdeal.rate).toBeNull();
  });

  it('R-CORP-3: the corporate edition brings its own options, whatever the preset', () => {
    const changed = ruleset({ preset: 'official', edition: 'corporate', deck: 'corporate60', players: { max: 6 } });
    expect(changed.corp).toEqual(PRESETS.corporate.corp);
    const asked = { ...PRESETS.official, edition: 'corporate', deck: 'corporate60', players: { max: 6 } } as const;
    expect(ruleset(asked).corp).toEqual(PRESETS.corporate.corp);
    expect(ruleset({ preset: 'corporate', edition: 'dalmuti', deck: 'full' }).corp).toBeNull();
  });

  it('section 23: what a table leaves undefined it leaves to the preset', () => {
    const open = { preset: undefined, deck: undefined, tax: undefined, end: { hands: undefined } };
    expect(ruleset(open as unknown as RulesetInput)).toEqual(PRESETS['official-scored']);
  });
});

describe('faults', () => {
  it.each([
    [{ preset: 'french' }, 'preset', 'invalid_value'],
    [{ preset: 'constructor' }, 'preset', 'invalid_value'],
    [{ preset: { toString: null, valueOf: null } }, 'preset', 'invalid_value'],
    [{ deck: null }, 'deck', 'invalid_value'],
    [{ deck: ['full'] }, 'deck', 'invalid_value'],
    [{ corp: 'none' }, 'corp', 'unknown_field'],
    [{ tax: { timing: 'later' } }, 'tax.timing', 'invalid_value'],
    [{ tax: { timming: 'sealed' } }, 'tax.timming', 'unknown_field'],
    [{ tax: 'none' }, 'tax', 'unknown_field'],
    [{ colour: 'red' }, 'colour', 'unknown_field'],
    [{ colour: {} }, 'colour', 'unknown_field'],
    [{ deck: { cards: 80 } }, 'deck', 'invalid_value'],
    [{ tax: { timing: { sealed: true } } }, 'tax.timing', 'invalid_value'],
    [{ players: { min: 2 } }, 'players.min', 'invalid_value'],
    [{ players: { max: 13 } }, 'players.max', 'invalid_value'],
    [{ players: { max: 5.5 } }, 'players.max', 'invalid_value'],
    [{ players: { max: null } }, 'players.max', 'invalid_value'],
    [{ players: { min: '4' } }, 'players.min', 'invalid_value'],
    [{ end: { hands: 0 } }, 'end.hands', 'invalid_value'],
    [{ end: { hands: 1001 } }, 'end.hands', 'invalid_value'],
    [{ mex: { enabled: 'yes' } }, 'mex.enabled', 'invalid_value'],
    [{ misdeal: { rate: 2 } }, 'misdeal.rate', 'invalid_value'],
    [{ misdeal: { rate: '0.5' } }, 'misdeal.rate', 'invalid_value'],
    [{ revision: 9 }, 'revision', 'invalid_value'],
    [{ play: { leadAfterOut: 'boss-chooses' } }, 'play.leadAfterOut', 'not_built'],
  ])('%j names %s as %s', (input, key, code) => {
    const found = faults(input);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ key, code, pointer: `/${key.replaceAll('.', '/')}` });
    expect(found[0]?.reason).toContain(key);
  });

  it.each([
    [{ preset: 'x' }, 'preset must be one of official, official-scored, official-large, dutch, wikipedia, corporate.'],
    [{ tax: { timing: 'x' } }, 'tax.timing must be one of sealed, sequential.'],
    [{ leave: { betweenHands: 'x' } }, 'leave.betweenHands must be close-up.'],
    [{ mex: { enabled: 1 } }, 'mex.enabled must be true or false.'],
    [{ players: { min: 1 } }, 'players.min must be a whole number from 3 to 12.'],
    [{ end: { hands: -1 } }, 'end.hands must be a whole number from 1 to 1000 or null.'],
    [{ misdeal: { rate: 'x' } }, 'misdeal.rate must be a number from 0 to 1 or null.'],
    [{ play: { leadAfterOut: 'boss-chooses' } }, 'play.leadAfterOut=boss-chooses is not built yet.'],
    [{ x: 1 }, 'x is no option of the rules.'],
  ])('section 23: the reason of %j says what would do', (input, reason) => {
    expect(faults(input).map((each) => each.reason)).toEqual([reason]);
  });

  it('is found in what is nested deeper than a stack is high', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`);
    for (const [wish, key] of [
      [{ a: deep }, 'a'],
      [{ tax: deep }, 'tax.a'],
    ] as const) {
      expect(faults(wish).map((fault) => [fault.key, fault.code])).toEqual([[key, 'unknown_field']]);
    }
  });

  it('names all faults at once', () => {
    const many = { colour: 1, tax: { timing: 'x' }, play: { leadAfterOut: 'boss-chooses' } };
    expect(faults(many).map(({ key }) => key)).toEqual(['colour', 'tax.timing', 'play.leadAfterOut']);
  });

  it.each([
    [{ players: { min: 7, max: 6 } }, 'players.min', ['players.min', 'players.max']],
    [{ edition: 'corporate', players: { max: 6 } }, 'deck', ['edition=corporate', 'deck=full']],
    [{ deck: 'corporate60' }, 'deck', ['edition=dalmuti', 'deck=corporate60']],
    [{ preset: 'corporate', deck: 'full' }, 'deck', ['edition=corporate', 'deck=full']],
    [{ preset: 'corporate', players: { min: 3 } }, 'players.min', ['edition=corporate', 'players.min=3']],
    [{ preset: 'corporate', players: { max: 7 } }, 'players.max', ['edition=corporate', 'players.max=7']],
    [{ corp: { wedgieInSets: false } }, 'corp', ['corp', 'edition=dalmuti']],
    [
      { revolution: { enabled: false, firstDeal: true } },
      'revolution.firstDeal',
      ['revolution.firstDeal=true', 'revolution.enabled'],
    ],
    [{ preset: 'official', scoring: { bonus: 'democratic' } }, 'scoring.bonus', ['scoring.bonus', 'scoring.mode']],
    [
      { deck: 'strip11-12', seating: { ties: 'until-unique' }, players: { max: 12 } },
      'seating.ties',
      ['seating.ties=until-unique', 'players.max=12'],
    ],
  ])('section 23: %j is incompatible, and the reason names both keys', (input, key, names) => {
    const found = faults(input);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ key, code: 'incompatible' });
    for (const name of names) expect(found[0]?.reason).toContain(name);
  });

  it('R-TITLE-4: a table may want one number of players exactly', () => {
    expect(faults({ players: { min: 6, max: 6 } })).toEqual([]);
  });

  it('section 23: numbers may be as small and as large as the catalogue says', () => {
    expect(
      faults({ players: { min: 3, max: 12 }, end: { hands: 1000, timeLimitMin: 1 }, misdeal: { rate: 1 } }),
    ).toEqual([]);
    expect(faults({ end: { hands: 1, timeLimitMin: 100_000 }, misdeal: { rate: 0 } })).toEqual([]);
  });

  it('R-SEAT-5: until-unique is possible while there are ranks enough', () => {
    const ties = 'until-unique';
    expect(faults({ deck: 'strip11-12', seating: { ties }, players: { max: 11 } })).toEqual([]);
    expect(faults({ deck: 'full', seating: { ties }, players: { max: 12 } })).toEqual([]);
    expect(faults({ deck: 'auto', seating: { ties }, players: { max: 12 } })).toEqual([]);
  });

  it('R-MEX-1: a Merchant exchange at a small table is inert, never refused', () => {
    expect(faults({ mex: { enabled: true }, players: { min: 3, max: 4 } })).toEqual([]);
  });
});

describe('the catalogue of options', () => {
  const keysOf = (value: object, prefix = ''): readonly string[] =>
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'object' && each !== null ? keysOf(each, `${prefix}${name}.`) : [`${prefix}${name}`],
    );

  it('section 23: has every key of a ruleset and no other', () => {
    const keys = keysOf(PRESETS.corporate).filter((key) => key !== 'preset' && key !== 'revision');
    expect(OPTIONS.map(({ key }) => key).sort()).toEqual([...keys].sort());
  });

  it('section 23: has the values of every key that is a choice, the default first', () => {
    const choices = OPTIONS.flatMap((option) => (option.type === 'choice' ? [[option.key, option.values]] : []));
    expect(Object.fromEntries(choices)).toEqual({
      edition: ['dalmuti', 'corporate'],
      deck: ['full', 'strip12', 'strip11-12', 'auto', 'corporate60'],
      'seating.method': ['draw', 'random', 'given'],
      'seating.ties': ['tied-redraw', 'until-unique'],
      'titles.three': ['merchant', 'lesser-dalmuti'],
      'jesters.pair': ['rank13', 'forbidden'],
      'tax.timing': ['sealed', 'sequential'],
      'tax.wilds': ['worst', 'exempt', 'best'],
      'tax.peonPayment': ['auto', 'manual'],
      'tax.visibility': ['parties', 'public'],
      'mex.give': ['random', 'choice'],
      'mex.take': ['random', 'target-choice'],
      'revolution.greater': ['called', 'automatic'],
      'corp.wedgieTarget': ['required', 'optional'],
      'play.leadAfterOut': ['clockwise', 'boss-chooses'],
      'scoring.mode': ['none', 'points'],
      'scoring.bonus': ['none', 'philanthropic', 'democratic'],
      'scoring.baseline': ['play-start', 'hand-start'],
      'end.consent': ['unanimous', 'majority', 'off'],
      'end.tieBreak': ['shared', 'countback', 'final-rank'],
      'join.choice': ['gd', 'lower', 'upper'],
      'join.startScore': ['zero', 'lowest'],
      'leave.midHand': ['bot', 'fold', 'void'],
      'leave.betweenHands': ['close-up'],
      'misdeal.mode': ['off', 'simulated'],
      'history.discards': ['open', 'closed'],
      'corp.wildAlone': ['declared', 'rank13'],
      'corp.drawWilds': ['worst', 'best'],
    });
  });

  it('section 23: has the range of every key that is a number', () => {
    const numbers = OPTIONS.flatMap((option) => {
      return 'nullable' in option ? [[option.key, [option.type, option.min, option.max, option.nullable]]] : [];
    });
    expect(Object.fromEntries(numbers)).toEqual({
      'players.min': ['integer', 3, 12, false],
      'players.max': ['integer', 3, 12, false],
      'end.hands': ['integer', 1, 1000, true],
      'end.timeLimitMin': ['integer', 1, 100_000, true],
      'misdeal.rate': ['number', 0, 1, true],
    });
  });

  it('R-TITLE-3, R-MEX-1, R-CORP-2: says for how many players a key makes a difference', () => {
    const narrow = OPTIONS.filter(({ players }) => players.min !== 3 || players.max !== 12);
    expect(Object.fromEntries(narrow.map(({ key, players }) => [key, players]))).toEqual({
      'titles.three': { min: 3, max: 3 },
      'mex.enabled': { min: 6, max: 12 },
      'mex.give': { min: 6, max: 12 },
      'mex.take': { min: 6, max: 12 },
      'corp.wildAlone': { min: 4, max: 6 },
      'corp.wedgieInSets': { min: 4, max: 6 },
      'corp.wedgieTarget': { min: 4, max: 6 },
      'corp.ratbertWithWilds': { min: 4, max: 6 },
      'corp.rulerMayLead': { min: 4, max: 6 },
      'corp.drawWilds': { min: 4, max: 6 },
    });
  });

  it('section 23: the list of what is not built names keys of the catalogue, and builds the value of every preset', () => {
    for (const [key, built] of Object.entries(NOT_BUILT)) {
      const [group, name] = key.split('.') as [keyof Ruleset, string];
      expect(OPTIONS.map((option) => option.key)).toContain(key);
      for (const preset of Object.values(PRESETS)) {
        expect(built).toContain((preset[group] as unknown as Record<string, unknown>)[name]);
      }
    }
  });

  it('explains every option in one sentence', () => {
    for (const { explanation } of OPTIONS) expect(explanation).toMatch(/^[A-Z][^.]*[^.]\.$/);
  });
});

/** Every key of a ruleset as data: its values and what it means, for checking a table's wishes and for `/v1/rulesets`. */

export type OptionValue = string | number | boolean | null;

export type OptionType =
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly nullable: boolean }
  | { readonly type: 'number'; readonly min: number; readonly max: number; readonly nullable: boolean };

export type Option = OptionType & {
  /** Path in the ruleset with dots: `tax.timing`. */
  readonly key: string;
  readonly explanation: string;
  /** The numbers of players for which it makes a difference. */
  readonly players: { readonly min: number; readonly max: number };
};

const ALL = { min: 3, max: 12 };

function choice(key: string, values: readonly string[], explanation: string, players = ALL): Option {
  return { key, type: 'choice', values, explanation, players };
}

function toggle(key: string, explanation: string, players = ALL): Option {
  return { key, type: 'boolean', explanation, players };
}

function integer(key: string, min: number, max: number, nullable: boolean, explanation: string): Option {
  return { key, type: 'integer', min, max, nullable, explanation, players: ALL };
}

export const OPTIONS: readonly Option[] = [
  choice('edition', ['dalmuti', 'corporate'], 'Which game of the family is played; each has its own deck.'),
  integer('players.min', 3, 12, false, 'The table does not deal to fewer players than this.'),
  integer('players.max', 3, 12, false, 'The table seats no more players than this.'),
  choice(
    'deck',
    ['full', 'strip12', 'strip11-12', 'auto', 'corporate60'],
    'Which cards are used: all 80, without the 12s, without the 11s and 12s, as fits the number of players, or the 60 of Corporate Shuffle.',
  ),
  choice(
    'seating.method',
    ['draw', 'random', 'given'],
    'How the first order is found: by drawn cards, at random, or as seated.',
  ),
  choice(
    'seating.ties',
    ['tied-redraw', 'until-unique'],
    'Whether equal draws are settled among the tied alone, or all players draw until no two hold the same rank.',
  ),
  choice('titles.three', ['merchant', 'lesser-dalmuti'], 'What the middle one of three players is called.', {
    min: 3,
    max: 3,
  }),
  choice('jesters.pair', ['rank13', 'forbidden'], 'Whether the two Jesters can be led as a pair of 13s.'),
  toggle('tax.enabled', 'Whether cards change hands between top and bottom before play.'),
  choice(
    'tax.timing',
    ['sealed', 'sequential'],
    'Whether a Dalmuti chooses what to give before or after seeing what they get.',
  ),
  choice(
    'tax.wilds',
    ['worst', 'exempt', 'best'],
    'Whether a Peon pays wild cards as their worst cards, never, or as their best.',
  ),
  toggle('tax.dalmutiMayGiveWilds', 'Whether a Dalmuti may give away wild cards.'),
  choice(
    'tax.peonPayment',
    ['auto', 'manual'],
    'Whether the server hands over the best cards of the Peons or they pick them out themselves.',
  ),
  choice(
    'tax.visibility',
    ['parties', 'public'],
    'Whether the exchanged cards are shown to both sides only or to all players.',
  ),
  toggle(
    'revolution.enabled',
    'Whether a player dealt both wild cards may cancel the taxes, and as Greater Peon reverse the order too.',
  ),
  toggle('revolution.firstDeal', 'Whether the first hand is untaxed as if a revolution had been called.'),
  choice(
    'revolution.greater',
    ['called', 'automatic'],
    'Whether a Greater Peon who was dealt both wild cards chooses to call the greater revolution, or it happens by itself.',
  ),
  toggle('mex.enabled', 'Whether the highest Merchant may trade a card with another Merchant during taxation.', {
    min: 6,
    max: 12,
  }),
  choice('mex.give', ['random', 'choice'], 'Whether chance or the highest Merchant picks the card that they give.', {
    min: 6,
    max: 12,
  }),
  choice('mex.take', ['random', 'target-choice'], 'Whether chance or the partner picks the card that comes back.', {
    min: 6,
    max: 12,
  }),
  toggle('play.passLock', 'Whether a player who passed is out of the trick until it ends.'),
  choice(
    'play.leadAfterOut',
    ['clockwise', 'boss-chooses'],
    'Who leads when the winner of a trick has no cards left: the next player with cards, or whom the Big Boss names.',
  ),
  choice(
    'scoring.mode',
    ['none', 'points'],
    'Whether points are counted: a player who goes out gets one for each player still in the hand.',
  ),
  choice(
    'scoring.bonus',
    ['none', 'philanthropic', 'democratic'],
    'Whether a Dalmuti earns nothing when their Peon rises, one point, or one for every place risen.',
  ),
  choice(
    'scoring.baseline',
    ['play-start', 'hand-start'],
    'Whether bonuses look at the classes after or before a greater revolution.',
  ),
  integer('end.hands', 1, 1000, true, 'After how many hands the game is over; null for no limit.'),
  integer('end.timeLimitMin', 1, 100_000, true, 'After how many minutes no new hand is dealt; null for no limit.'),
  choice(
    'end.consent',
    ['unanimous', 'majority', 'off'],
    'Whether all of the people seated must agree to end the game early, or more than half of them, or none can.',
  ),
  choice(
    'end.tieBreak',
    ['shared', 'countback', 'final-rank'],
    'What decides between equal totals: nothing, more of the better places, or the position after the last hand.',
  ),
  toggle('join.allowed', 'Whether newcomers may enter between two hands.'),
  choice(
    'join.choice',
    ['gd', 'lower', 'upper'],
    'Whether the Greater Dalmuti chooses between two halfway places for a newcomer, or it is always the lower or the upper one.',
  ),
  choice(
    'join.startScore',
    ['zero', 'lowest'],
    'Whether a newcomer begins with no points or with the lowest total at the table.',
  ),
  choice(
    'leave.midHand',
    ['bot', 'fold', 'void'],
    'What becomes of a hand whose player leaves: a stand-in, folded cards, or a new deal.',
  ),
  choice(
    'leave.betweenHands',
    ['close-up'],
    'What becomes of the order when a player leaves between two hands: the others close up.',
  ),
  choice(
    'misdeal.mode',
    ['off', 'simulated'],
    'Whether cards are now and then exposed while dealing, for the Greater Dalmuti to settle.',
  ),
  {
    key: 'misdeal.rate',
    type: 'number',
    min: 0,
    max: 1,
    nullable: true,
    explanation: 'How likely each card is to be exposed while dealing; null for the usual one in a hundred.',
    players: ALL,
  },
  choice('history.discards', ['open', 'closed'], 'Whether the view lists the tricks that were put aside in this hand.'),
  choice(
    'corp.wildAlone',
    ['declared', 'rank13'],
    'Whether wild Dogberts alone have the value their player names, or 13.',
    { min: 4, max: 6 },
  ),
  toggle('corp.wedgieInSets', 'Whether the Twirling Wedgie may be part of a larger set of 6s.', { min: 4, max: 6 }),
  choice(
    'corp.wedgieTarget',
    ['required', 'optional'],
    'Whether the Twirling Wedgie must name a player, or may be played as an ordinary 6.',
    { min: 4, max: 6 },
  ),
  toggle('corp.ratbertWithWilds', 'Whether wild cards may join Ratbert.', { min: 4, max: 6 }),
  toggle('corp.rulerMayLead', 'Whether World Ruler may open a trick.', { min: 4, max: 6 }),
  choice('corp.drawWilds', ['worst', 'best'], 'Whether a wild card is the worst or the best draw for seats.', {
    min: 4,
    max: 6,
  }),
];

/** English names of every edition (R-CARD-7, R-CORP-1, R-CORP-2); what the others lack is taken from here. */
import type { NameSet } from './name-set.ts';

const WIKIPEDIA = { title: 'Wikipedia: The Great Dalmuti', url: 'https://en.wikipedia.org/wiki/The_Great_Dalmuti' };

/** The publisher's words where Wikipedia's differ: it has "Dalmuti" for the 1 and "Peasant" for the 12. */
const dalmuti: NameSet = {
  language: 'en',
  theme: 'dalmuti',
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
  sources: [
    {
      title: 'Wizards of the Coast: The Great Dalmuti, rulebook',
      url: 'https://media.wizards.com/2015/rules/great_dalmuti_rules.pdf',
    },
    WIKIPEDIA,
  ],
};

/** Wikipedia has the cards and all classes but the middle one, which the last source names. */
const corporate: NameSet = {
  language: 'en',
  theme: 'corporate',
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
  sources: [
    WIKIPEDIA,
    {
      title: 'brennor.dyndns.org: Dilbert Corporate Shuffle, the rules',
      url: 'http://brennor.dyndns.org/gamenight/rules/Dilbert%20Corporate%20Shuffle.html',
    },
    {
      title: 'Midwestern Wanderer: Corporate Shuffle',
      url: 'http://midwesternwanderer.blogspot.com/2008/12/corporate-shuffle.html',
    },
  ],
};

/** The edition of 2020, as far as its announcements and reviews go; the 2 and the 4 stand on the first source alone. */
const dnd: NameSet = {
  language: 'en',
  theme: 'dnd',
  edition: 'dalmuti',
  title: 'The Great Dalmuti: Dungeons & Dragons',
  cards: {
    '2': 'Mind Minister',
    '4': 'Baronesssss',
    '6': 'Templar',
    '9': 'Apothecary',
    '12': 'Rat Catcher',
    J: 'Fool',
  },
  classes: {},
  sources: [
    {
      title: 'Gizmodo: The Great Dalmuti Is Being Resurrected, With a Dungeons & Dragons Twist',
      url: 'https://gizmodo.com.au/2020/08/the-great-dalmuti-is-being-resurrected-with-a-dungeons-dragons-twist/',
    },
    {
      title: 'The Great Dalmuti: Dungeons & Dragons Has Gorgeous, Haunting Art',
      url: 'https://glowguerrilla.pages.dev/posts/the-great-dalmuti-dungeons-dragons-has-gorgeous-haunting-art519190',
    },
    { title: 'Starburst: The Great Dalmuti', url: 'https://www.starburstmagazine.com/reviews/the-great-dalmuti' },
  ],
};

export const ENGLISH: readonly NameSet[] = [dalmuti, corporate, dnd];

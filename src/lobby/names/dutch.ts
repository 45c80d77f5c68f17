/** Dutch names: those of the edition that Asmodee distributes; no source names the middle class. */
import type { NameSet } from './name-set.ts';

export const DUTCH: NameSet = {
  language: 'nl',
  theme: 'dalmuti',
  edition: 'dalmuti',
  title: 'De Grote Dalmuti',
  cards: {
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
  },
  classes: { GD: 'Grote Dalmuti', LD: 'Kleine Dalmuti', LP: 'Kleine Dienaar', GP: 'Grote Dienaar' },
  sources: [
    { title: 'De Grote Dalmuti: a Dutch account of the rules, after those that Asmodee distributes', url: null },
    {
      title: 'Wikipedia (copy of 2007): De Grote Dalmuti',
      url: 'https://wikipedia2007.classicistranieri.com/nl/d/e/_/De_Grote_Dalmuti_f2f6.html',
    },
    { title: 'Bordspelkoning: De Grote Dalmuti', url: 'https://bordspelkoning.com/product/grote-dalmuti' },
  ],
};

/** French names: those of Play Factory's edition, not of people who translated the German or the English cards. */
import type { NameSet } from './name-set.ts';

/** Wikipedia has the cards in the plural, as many as there are of each. */
export const FRENCH: NameSet = {
  language: 'fr',
  theme: 'dalmuti',
  edition: 'dalmuti',
  title: 'Le Grand Dalmuti',
  cards: { '1': 'Grand Dalmuti', '2': 'Archiprêtre', '3': "Chef d'armée", '11': 'Servante', '12': 'Paysan' },
  classes: { GD: 'Grand Dalmuti', LD: 'Petit Dalmuti', M: 'Marchand', LP: 'Petit Bouffon', GP: 'Gros Bouffon' },
  sources: [
    { title: 'Wikipédia : Le Grand Dalmuti', url: 'https://fr.wikipedia.org/wiki/Le_Grand_Dalmuti' },
    { title: 'Cyberfab : Le Grand Dalmuti', url: 'http://www.cyberfab.fr/grand_dalmuti.php' },
  ],
};

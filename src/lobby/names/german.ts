/** German names: those of Amigo's edition, as accounts of its cards and rules give them. */
import type { NameSet } from './name-set.ts';

/** All sources agree on the classes. The 11 is "Bergmann" in the last one, which translates the 9, 10 and 12 anew: for these the first one counts. */
export const GERMAN: NameSet = {
  language: 'de',
  theme: 'dalmuti',
  edition: 'dalmuti',
  title: 'Der Große Dalmuti',
  cards: {
    '1': 'Dalmuti',
    '2': 'Erzbischof',
    '3': 'Hofmarschall',
    '4': 'Baronin',
    '5': 'Äbtissin',
    '6': 'Ritter',
    '7': 'Näherin',
    '8': 'Steinmetz',
    '9': 'Köchin',
    '10': 'Schafhirtin',
    '11': 'Bergmann',
    '12': 'Tagelöhner',
    J: 'Narr',
  },
  classes: { GD: 'Großer Dalmuti', LD: 'Kleiner Dalmuti', M: 'Volk', LP: 'Kleiner Diener', GP: 'Großer Diener' },
  sources: [
    {
      title: 'Namuwiki (copy): 달무티, with the words on the German cards',
      url: 'https://readonly.wiki/w/%EB%8B%AC%EB%AC%B4%ED%8B%B0',
    },
    { title: 'Amigo: Der Große Dalmuti', url: 'https://www.amigo-spiele.de/spiel/der-grosse-dalmuti' },
    { title: 'Superfred: Der Große Dalmuti', url: 'http://superfred.de/dergrossedalmuti.html' },
    { title: 'Wikipedia (copy): Der Große Dalmuti', url: 'https://de-academic.com/dic.nsf/dewiki/316924' },
    {
      title: 'Spieletest: Der große Dalmuti',
      url: 'http://ftp.informatik.rwth-aachen.de/keirat/txt/D/Dergross.html',
    },
    { title: 'Wing Boardgame: Der Große Dalmuti', url: 'https://de.wingboardgame.com/2024/03/blog-post_1.html' },
  ],
};

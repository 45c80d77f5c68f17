/** Spanish names: those of Devir's edition that its reviews mention. */
import type { NameSet } from './name-set.ts';

/** Left out are names by which reviews describe a picture rather than cite it: they call the 3 a count and the 2 a bishop. */
export const SPANISH: NameSet = {
  language: 'es',
  theme: 'dalmuti',
  edition: 'dalmuti',
  title: 'El Gran Dalmuti',
  cards: {
    '1': 'Gran Dalmuti',
    '6': 'Caballero',
    '8': 'Albañil',
    '9': 'Cocinera',
    '11': 'Picapedrero',
    '12': 'Campesino',
  },
  classes: { GD: 'Gran Dalmuti', LD: 'Pequeño Dalmuti', LP: 'Pequeño Peón', GP: 'Gran Peón' },
  sources: [
    {
      title: 'ajjrr-culturaderol: El Gran Dalmuti',
      url: 'http://ajjrr-culturaderol.blogspot.com/2015/07/juegos-de-mesa-el-gran-dalmuti.html',
    },
    {
      title: 'Ludoteca Ruthwen: El Gran Dalmuti',
      url: 'http://ludotecaruthwen.blogspot.com/2013/04/el-gran-dalmuti.html',
    },
    { title: 'Rekojejoker: El Gran Dalmuti', url: 'http://rekojejoker.blogspot.com.es/2014/07/el-gran-dalmuti.html' },
    { title: '5minsmas: El Gran Dalmuti', url: 'http://5minsmas.blogspot.com/2011/09/el-gran-dalmuti.html' },
  ],
};

/** Korean names: those of Korea Boardgames' edition. */
import type { NameSet } from './name-set.ts';

/**
 * Cards from the publisher's own material, the Jester from its box. Of the two series of class names that are in use the one that accounts of
 * the printed game have; the other, with "great" and "little" before Dalmuti and serf, is found in programs only.
 */
export const KOREAN: NameSet = {
  language: 'ko',
  theme: 'dalmuti',
  edition: 'dalmuti',
  title: '위대한 달무티',
  cards: {
    '1': '달무티',
    '2': '대주교',
    '3': '시종장',
    '4': '남작부인',
    '5': '수녀원장',
    '6': '기사',
    '7': '재봉사',
    '8': '석공',
    '9': '요리사',
    '10': '양치기',
    '11': '광부',
    '12': '농노',
    J: '어릿광대',
  },
  classes: { GD: '위대한 달무티', LD: '총리대신', M: '상인', LP: '소작농', GP: '농노' },
  sources: [
    {
      title: 'Inven: the Korean edition, from material of Korea Boardgames',
      url: 'http://www.inven.co.kr/webzine/news/?news=155168',
    },
    { title: 'Gubochin: what is in the box of 달무티', url: 'https://gubochin.tistory.com/135' },
    { title: 'Jennyhouse: 달무티 보드게임', url: 'https://jennyhouse.tistory.com/21' },
    {
      title: 'Okaroma: 달무티 보드게임',
      url: 'https://okaroma.com/%eb%8b%ac%eb%ac%b4%ed%8b%b0%eb%b3%b4%eb%93%9c%ea%b2%8c%ec%9e%84',
    },
    {
      title: 'KwakCM0608/Dalmuti-CrownGame: lib/rulebook-content.ts',
      url: 'https://github.com/KwakCM0608/Dalmuti-CrownGame/blob/88e282b75e82e4679f0d135d4c68faba042a2e35/lib/rulebook-content.ts',
    },
  ],
};

/** A table that people have left to its bots finishes its hand first (R-GAME-6), whoever leaves it last. */
import { expect, it } from 'vitest';
import { lobby, newcomer, party } from './party.ts';

it('R-GAME-6, R-LEAVE-3: a newcomer who leaves while he waits does not end the hand, and who left it may come back', () => {
  const playing = party({}, ['human', 'bot', 'bot', 'bot', 'bot']).until('play').say(0, { type: 'leave' });
  const left = playing.say(lobby, newcomer('guest')).say(5, { type: 'leave' });
  expect(left.board).toMatchObject({ phase: 'play', result: null });
  expect(left.seat(5).state).toBe('left');
  expect(left.say(0, { type: 'comeBack' }).seat(0)).toMatchObject({ controlledBy: 'player', away: null });
});

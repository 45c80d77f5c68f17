/** Last part of the story: the table after its game, and somebody who goes for good. */
import type { People } from './people.ts';
import type { Started } from './table.ts';
import type { Teller } from './teller.ts';

export async function afterwards({ tell, ask }: Teller, { ada, ben }: People, { tableId }: Started): Promise<void> {
  const path = { tableId };
  await tell('rematch', 'reopened', 'Open again, with a new `next`', { token: ada.token, path });
  await tell('rematch', 'repeated', 'The answer was lost: asked again', { token: ada.token, path });
  await tell('endTable', 'closed', 'Closed for good', { token: ada.token, path });
  await ask('rematch', { token: ada.token, path });
  await tell('eraseMe', 'gone', 'Ben goes, for good', { token: ben.token });
  await ask('getMe', { token: ben.token });
}

/** One request, by lot: as somebody means it who knows what he does, as the document allows it, or with something wrong. */
import { type Actor, readMatrix } from '../authorization/matrix.ts';
import { REQUESTS } from '../authorization/requests.ts';
import type { Scene } from '../authorization/scenes.ts';
import type { Lot } from './lot.ts';
import type { Operation, Parameter } from './operations.ts';
import { RECIPES } from './recipes.ts';
import { spoilRequest } from './spoil-request.ts';
import { type Known, valuesOf } from './values.ts';
import { ASKERS, type Asker, headersOfAsker, type World } from './world.ts';

/**
 * `meant`: by somebody who may, of what is there; it should succeed. `allowed`: fits the document, whoever asks and whatever
 * of. `spoiled`: one of these with something wrong.
 */
export const MANNERS = ['meant', 'allowed', 'spoiled'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Draft {
  readonly operation: Operation;
  readonly manner: Manner;
  readonly who: Asker | 'somebody who may';
  /** In whose world it was asked: that is worn out when what is meant does not succeed. */
  readonly scene: Scene | null;
  readonly sceneName: Parameters<World['scene']>[0];
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it goes over the wire. */
  readonly payload: string | null;
}

const LINES = readMatrix();

export async function draftOf(world: World, lot: Lot, operation: Operation, manner: Manner): Promise<Draft> {
  const recipe = RECIPES[operation.id];
  if (manner === 'meant' && recipe !== undefined) {
    const { path, headers = {}, body } = await recipe(world);
    const known = { operation, manner, who: 'somebody who may', scene: null, sceneName: null } as const;
    return { ...known, method: operation.method, url: path, ...written(headers, body) };
  }
  const isAllowed = manner === 'allowed' || (manner === 'spoiled' && lot.happens(40));
  const drafted = isAllowed ? await allowed(world, lot, operation) : await meant(world, lot, operation);
  return manner === 'spoiled' ? spoilRequest(lot, { ...drafted, manner }) : { ...drafted, manner };
}

/** As the matrix asks for it, by one of those whom the matrix lets. */
async function meant(world: World, lot: Lot, operation: Operation): Promise<Draft> {
  const lines = LINES.filter((line) => line.operation === operation.id);
  const ways = lines.flatMap(({ scene, expected }) =>
    Object.entries(expected)
      .filter(([, status]) => status < 300)
      .map(([who]) => ({ sceneName: scene, who: who as Actor })),
  );
  const { sceneName, who } = lot.one(
    ways.length > 0 ? ways : lines.map(({ scene }) => ({ sceneName: scene, who: 'seated' as const })),
  );
  const scene = await world.scene(sceneName);
  const { path, body, headers = {} } = askedOf(operation, scene);
  const sent = { ...headersOfAsker(world, scene, who, lot.one), ...headers };
  return {
    operation,
    manner: 'meant',
    who,
    scene,
    sceneName,
    method: operation.method,
    url: path,
    ...written(sent, body),
  };
}

/** Of anybody's things, each part a value that its schema allows. */
async function allowed(world: World, lot: Lot, operation: Operation): Promise<Draft> {
  const sceneName = lot.one(LINES.map(({ scene }) => scene));
  const scene = await world.scene(sceneName);
  const who = lot.one(ASKERS);
  const known = knownIn(world, scene, operation);
  const draw = ({ schema, name }: Parameter) => String(lot.draw(valuesOf(schema, known, name)));
  const given = operation.parameters.filter(({ in: part, required }) => part === 'path' || required || lot.happens(50));
  const of = (part: Parameter['in']) => given.filter((parameter) => parameter.in === part);
  const path = of('path').reduce(
    (url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(draw(parameter))),
    operation.path,
  );
  const query = of('query').map((parameter) => `${parameter.name}=${encodeURIComponent(draw(parameter))}`);
  const named = Object.fromEntries(of('header').map((parameter) => [parameter.name, headerText(draw(parameter))]));
  const body = operation.body === null ? undefined : lot.draw(valuesOf(operation.body, known));
  const sent = { ...headersOfAsker(world, scene, who, lot.one), ...named };
  return {
    ...{ operation, manner: 'allowed', who, scene, sceneName, method: operation.method },
    url: query.length === 0 ? path : `${path}?${query.join('&')}`,
    ...written(sent, body),
  };
}

/** Real ids stand where ids are asked for: of this scene for the most part, but of anything else as well. */
function knownIn(world: World, scene: Scene, operation: Operation): Known {
  const { path } = askedOf(operation, scene);
  const names = operation.path.split('/');
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  const own = new Map(names.map((name, at) => [name.replace(/[{}]/g, ''), segments[at]]));
  const people = Object.values(scene.people).map(({ id }) => id);
  const values: Readonly<Record<string, readonly unknown[]>> = {
    ...Object.fromEntries(['playerId', 'player', 'owner', 'actor', 'subject', 'id'].map((name) => [name, people])),
    table: [scene.tableId],
    invite: [scene.inviteCode],
    topic: ['me', 'lobby', `game:${scene.gameId}`, `game:${lotless(world.ids)}`],
    // A long wait is a long test, and says nothing more.
    wait: [0, 1],
  };
  return (name) => {
    const mine = own.get(name);
    if (operation.path.includes(`{${name}}`) && mine !== undefined) {
      return name.endsWith('Id') ? [mine, mine, mine, lotless(world.ids) ?? mine] : [mine];
    }
    return values[name] ?? [];
  };
}

/** The oldest id of all: somebody else's. */
const lotless = (ids: readonly string[]): string | undefined => ids[0];

function askedOf(operation: Operation, scene: Scene) {
  const request = REQUESTS[operation.id];
  if (request === undefined) throw new Error(`The matrix does not know how to ask for ${operation.id}.`);
  return request(scene);
}

/** What HTTP can carry in a header: Node itself refuses the rest. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '?');
}

function written(headers: Readonly<Record<string, string>>, body: unknown) {
  if (body === undefined) return { headers, payload: null };
  return { headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) };
}

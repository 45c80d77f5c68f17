/** Reads a JSON document from a file, from standard input, or from an address. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** The document cannot be had; the message is a sentence for people. */
export class Unreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Unreadable';
  }
}

/**
 * @param source a path, `-` for standard input, or an `http(s)` address
 * @param token sent along with an address; `null` for none
 * @returns parsed JSON, of whatever shape
 * @throws Unreadable
 */
export async function readDocument(source: string, token: string | null): Promise<unknown> {
  const written = await textOf(source, token);
  try {
    return JSON.parse(written);
  } catch (cause) {
    throw new Unreadable(`${nameOf(source)} is not JSON.`, { cause });
  }
}

async function textOf(source: string, token: string | null): Promise<string> {
  if (source === '-') return text(process.stdin);
  if (/^https?:\/\//i.test(source)) return fetched(source, token);
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    throw new Unreadable(`${source} cannot be read: ${WHY[codeOf(cause)] ?? codeOf(cause)}.`, { cause });
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

async function fetched(address: string, token: string | null): Promise<string> {
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  let answer: Response;
  try {
    answer = await fetch(address, { headers });
  } catch (cause) {
    throw new Unreadable(`${address} cannot be reached.`, { cause });
  }
  if (answer.ok) return answer.text();
  const advice = answer.status === 401 ? ' Here it is given with --token.' : '';
  throw new Unreadable(`${address} answers ${answer.status}: ${await detailOf(answer)}${advice}`);
}

/** What a problem document says (RFC 9457), or the status in words. */
async function detailOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const detail = typeof body === 'object' && body !== null ? Reflect.get(body, 'detail') : undefined;
  return typeof detail === 'string' ? detail : answer.statusText;
}

export function nameOf(source: string): string {
  return source === '-' ? 'Standard input' : source;
}

/** Secret bytes as they would look wherever they leaked: every usual way of writing them down, searched for as plain bytes. */

export interface Secret {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Any longer piece of a secret holds one of these whole, wherever it was cut. */
const WINDOW_BYTES = 8;

/** @returns which secret stands in `haystack`, and how it is written; empty when none does */
export function findSecrets(secrets: readonly Secret[], haystack: Buffer): readonly string[] {
  const needles = secrets.flatMap(({ name, bytes }) =>
    waysToWrite(bytes).map(({ way, text }) => ({ way: `${name}: ${way}`, text })),
  );
  // Quotes, escapes and spaces between bytes do not hide them.
  const bare = Buffer.from(haystack.toString('latin1').replace(/[\s"'\\]/g, ''), 'latin1');
  return [...new Set([...findAny(needles, haystack), ...findAny(needles, bare)])];
}

const HEAD_BYTES = 4;

/** All of them in one pass, told apart by how they begin. */
function findAny(needles: readonly Written[], haystack: Buffer): readonly string[] {
  const byHead = new Map<number, Written[]>();
  for (const needle of needles) {
    const head = needle.text.readUInt32BE(0);
    byHead.set(head, [...(byHead.get(head) ?? []), needle]);
  }
  const found: string[] = [];
  for (let at = 0; at + HEAD_BYTES <= haystack.length; at += 1) {
    const likely = byHead.get(haystack.readUInt32BE(at)) ?? [];
    for (const { way, text } of likely) if (text.equals(haystack.subarray(at, at + text.length))) found.push(way);
  }
  return found;
}

interface Written {
  readonly way: string;
  readonly text: Buffer;
}

function waysToWrite(bytes: Uint8Array): readonly Written[] {
  const forwards = Buffer.from(bytes);
  const backwards = Buffer.from(forwards).reverse();
  const whole = [
    { way: 'lossy UTF-8', text: Buffer.from(forwards.toString('utf8')) },
    { way: 'one decimal number', text: Buffer.from(BigInt(`0x${forwards.toString('hex')}`).toString()) },
    { way: 'one decimal number, backwards', text: Buffer.from(BigInt(`0x${backwards.toString('hex')}`).toString()) },
  ];
  const turned = inWindows(backwards).map(({ way, text }) => ({ way: `${way}, backwards`, text }));
  return [...whole, ...inWindows(forwards), ...turned];
}

function inWindows(bytes: Buffer): readonly Written[] {
  const starts = Array.from({ length: Math.floor(bytes.length / WINDOW_BYTES) }, (_, index) => index * WINDOW_BYTES);
  return starts.flatMap((start) => windowAt(bytes.subarray(start, start + WINDOW_BYTES), start));
}

function windowAt(part: Buffer, start: number): readonly Written[] {
  const hex = part.toString('hex');
  const ascii = (way: string, text: string): Written => ({ way, text: Buffer.from(text, 'latin1') });
  return [
    { way: 'raw bytes', text: part },
    { way: 'raw bytes as UTF-8', text: Buffer.from(part.toString('latin1')) },
    ascii('hexadecimal', hex),
    ascii('hexadecimal, capitals', hex.toUpperCase()),
    ascii('percent', hex.replace(/../g, '%$&')),
    ascii('decimal list', [...part].join(',')),
    ascii('object of bytes', [...part].map((byte, index) => `${start + index}:${byte}`).join(',')),
    ascii('JSON text', JSON.stringify(part.toString('latin1')).slice(1, -1)),
    ...[0, 1, 2].map((shift) => ascii('base64', base64Core(part, shift, 'base64'))),
    ...[0, 1, 2].map((shift) => ascii('base64url', base64Core(part, shift, 'base64url'))),
  ];
}

/** The digits that depend on `part` alone, where it begins `shift` bytes after a multiple of three. */
function base64Core(part: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const digits = Buffer.concat([Buffer.alloc(shift), part]).toString(encoding);
  return digits.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + part.length) * 8) / 6));
}

/** What a release keeps of the contract, and what may be called a release after it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { lineOf } from '../../../../tools/contract/changes/release-line.ts';
import { compareWithRelease, keepRelease } from '../../../../tools/contract/changes/released.ts';
import type { Json } from '../../../support/documents.ts';

const CONTRACT = fileURLToPath(new URL('../../../../openapi', import.meta.url));
const FILES = ['openapi.json', 'asyncapi.json'] as const;

/** The present documents, if not all of them, in a folder of their own, called a version. */
function contractOf(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of FILES) cpSync(`${CONTRACT}/${file}`, `${folder}/${file}`);
  function edit(file: (typeof FILES)[number], change: (document: Json) => void) {
    const document = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    change(document);
    writeFileSync(`${folder}/${file}`, JSON.stringify(document));
  }
  function call(name: string) {
    for (const file of FILES) edit(file, ({ info }) => Object.assign(info, { version: name }));
  }
  // A few operations will do here, and are compared sooner.
  edit('openapi.json', (document) => {
    document.paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/bots')));
  });
  call(version);
  return { folder, edit, call };
}

it('has nothing to compare with before the first release', () => {
  const { folder } = contractOf('0.1.0');
  const expected = { code: 0, words: 'There is no release to compare the contract with.\n' };
  expect(compareWithRelease(folder)).toEqual(expected);
  mkdirSync(`${folder}/released`);
  expect(compareWithRelease(folder)).toEqual(expected);
});

it('finds no change in what was just released', () => {
  const { folder } = contractOf('0.1.0');
  expect(keepRelease(folder)).toMatchObject({ code: 0 });
  expect(compareWithRelease(folder)).toEqual({
    code: 0,
    words: 'openapi.json, 0.1.0 to 0.1.0: no change.\nasyncapi.json, 0.1.0 to 0.1.0: no change.\n',
  });
});

it('tells compatible changes, and lets them be', () => {
  const { folder, edit } = contractOf('0.1.0');
  keepRelease(folder);
  edit('asyncapi.json', ({ components }) => {
    components.schemas.AckFrame.properties.tea = { type: 'boolean' };
  });
  expect(compareWithRelease(folder)).toEqual({
    code: 0,
    words: [
      'openapi.json, 0.1.0 to 0.1.0: no change.',
      'asyncapi.json, 0.1.0 to 0.1.0:',
      '  compatible: The property "tea" is new.',
      '    in /v1/stream, to clients',
      '    at #/components/schemas/AckFrame/properties/tea',
      '',
    ].join('\n'),
  });
});

it.each([
  ['0.1.0', '0.1.1', 1],
  ['0.1.0', '0.2.0', 0],
  ['1.0.0', '1.1.0', 1],
  ['1.0.0', '2.0.0', 0],
])('what breaks %s may be called %s: code %i', (before, after, code) => {
  const { folder, edit, call } = contractOf(before);
  keepRelease(folder);
  call(after);
  edit('openapi.json', ({ components }) => {
    delete components.schemas.Problem.properties.code;
  });
  const outcome = compareWithRelease(folder);
  expect(outcome.code).toBe(code);
  expect(outcome.words).toMatch(/breaking: The property "code" is gone\.\n {4}in .*; .*; .* and \d+ more\n/);
  expect(outcome.words.includes(`may not break what ${before} promised`)).toBe(code === 1);
  expect(keepRelease(folder).code).toBe(code);
});

it('keeps no second contract of one version', () => {
  const { folder, edit, call } = contractOf('1.0.0');
  keepRelease(folder);
  expect(keepRelease(folder).code).toBe(0);
  edit('openapi.json', ({ info }) => {
    info.description = 'Tea.';
  });
  expect(keepRelease(folder)).toEqual({
    code: 1,
    words: 'openapi.json has changed since 1.0.0 was released: raise the version first.\n',
  });
  call('1.0.1');
  expect(keepRelease(folder)).toMatchObject({
    code: 0,
    words: expect.stringContaining('Kept as the contract of 1.0.1.'),
  });
});

it('takes half a release for a fault', () => {
  const { folder } = contractOf('1.0.0');
  keepRelease(folder);
  rmSync(`${folder}/released/asyncapi.json`);
  expect(compareWithRelease(folder)).toEqual({ code: 1, words: 'The last release has no asyncapi.json.\n' });
});

it('holds minors of 0 and majors of others for lines of releases', () => {
  expect(['0.1.0', '0.1.7', '0.2.0', '1.0.0', '1.4.2', '2.0.0-rc.1'].map(lineOf)).toEqual([
    '0.1',
    '0.1',
    '0.2',
    '1',
    '1',
    '2',
  ]);
  expect(() => lineOf('')).toThrow('"" is no version.');
});

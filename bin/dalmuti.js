#!/usr/bin/env node
/** `dalmuti`: in a working copy the source as it is, in the package what was built from it. */
import { existsSync } from 'node:fs';

const source = new URL('../src/cli/main.ts', import.meta.url);

if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(source.href);
} else {
  await import(new URL('../dist/cli/main.js', import.meta.url).href);
}

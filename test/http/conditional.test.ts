/** Conditional requests and the choice of an encoding, as RFC 9110 describes them. */
import { describe, expect, it } from 'vitest';
import { encodingFor, namesTag } from '../../src/http/conditional.ts';

describe('If-None-Match (RFC 9110, section 13.1.2)', () => {
  it.each([
    ['W/"1.2"', true],
    ['"1.2"', true],
    ['*', true],
    ['"0", W/"1.2" , "3"', true],
    ['W/"1.20"', false],
    ['1.2', false],
    ['""', false],
    ['', false],
  ])('%s names W/"1.2": %s', (header, named) => {
    expect(namesTag(header, 'W/"1.2"')).toBe(named);
  });

  it('names nothing when it is absent', () => {
    expect(namesTag(undefined, 'W/"1.2"')).toBe(false);
  });
});

describe('Accept-Encoding (RFC 9110, section 12.5.3)', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'gzip'],
    ['*', 'gzip'],
    ['br', 'identity'],
    ['gzip;q=0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
  ])('%s selects %s where gzip is offered', (header, encoding) => {
    expect(encodingFor(header, ['gzip'])).toBe(encoding);
  });
});

/** Whose address a request is counted by: the nearest at which no trusted proxy stands, whatever the client writes (TRUST_PROXY). */
import { type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { addressOf } from '../../src/http/address.ts';
import { createLogger } from '../../src/http/logger.ts';
import { type Ending, startLimitedServer } from './limited-server.ts';

const PEER = '127.0.0.1';
const CLIENT = '203.0.113.9';
const FORGED = '198.51.100.66';

const hasIPv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'));

/** @returns asks over a real connection and tells as whose address it was counted */
async function listening(test: Ending, trust: string, host = PEER) {
  const log: string[] = [];
  const { app } = await startLimitedServer(test, {
    trustProxy: readConfig({ TRUST_PROXY: trust }).TRUST_PROXY,
    logger: createLogger('warn', { write: (line) => log.push(line) }),
  });
  const counted: string[] = [];
  app.addHook('onRequest', async (asked) => {
    counted.push(addressOf(asked));
  });
  await app.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const by = async (forwarded: string | null, from = PEER): Promise<string | undefined> => {
    const headers: OutgoingHttpHeaders = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
    const asked = request({ host: from, localAddress: from, port, path: '/guests', method: 'POST', headers });
    await new Promise((resolve, reject) => {
      asked.on('response', (response) => response.resume().on('end', resolve));
      asked.on('error', reject);
      asked.end();
    });
    return counted.pop();
  };
  return { by, log };
}

describe('X-Forwarded-For', () => {
  it.each([['false'], ['10.0.0.0/8, 192.168.7.7'], ['::1']])(
    'changes nothing when it comes from a peer that is not trusted (%s)',
    async (trust) => {
      await withServer(trust, async (by) => {
        expect(await by(FORGED)).toBe(PEER);
        expect(await by(`${FORGED}, 10.1.2.3`)).toBe(PEER);
        expect(await by(null)).toBe(PEER);
      });
    },
  );

  it.each([['true'], ['1'], ['127.0.0.1'], ['127.0.0.0/8'], ['loopback'], ['10.0.0.0/8, 127.0.0.1']])(
    'through one trusted proxy tells the client, and what the client has written himself does not (%s)',
    async (trust) => {
      await withServer(trust, async (by) => {
        expect(await by(CLIENT)).toBe(CLIENT);
        expect(await by(`${FORGED}, ${CLIENT}`)).toBe(CLIENT);
        expect(await by(`${FORGED}, ${PEER}, ${FORGED}, ${CLIENT}`)).toBe(CLIENT);
        expect(await by(null)).toBe(PEER);
      });
    },
  );

  it.each([['2'], ['127.0.0.1,10.0.0.0/8']])(
    'through two of them tells whom the outer one has seen (%s)',
    async (trust) => {
      await withServer(trust, async (by) => {
        expect(await by(`${CLIENT}, 10.1.2.3`)).toBe(CLIENT);
        expect(await by(`${FORGED}, ${CLIENT}, 10.1.2.3`)).toBe(CLIENT);
      });
    },
  );

  it('ends at the first that no list names, also where the one before it is named', async (test) => {
    const { by } = await listening(test, '127.0.0.1,10.0.0.0/8');
    expect(await by(`10.9.9.9, ${CLIENT}`)).toBe(CLIENT);
    expect(await by(`${FORGED}, ${CLIENT}, 10.1.2.3, 10.4.5.6`)).toBe(CLIENT);
  });

  it('is read in every form that proxies write', async (test) => {
    const { by } = await listening(test, '127.0.0.1');
    expect(await by('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(await by(`${FORGED}, 2001:0DB8:1:2::99`)).toBe('2001:db8:1:2::/64');
    expect(await by('[2001:db8:1:2::99]:4711')).toBe('2001:db8:1:2::/64');
    expect(await by(`::ffff:${CLIENT}`)).toBe(CLIENT);
    expect(await by(`${CLIENT}:51234`)).toBe(CLIENT);
  });

  it.each([['unknown'], ['_hidden'], ['a'.repeat(2000)], [',,'], ['']])(
    'that is no address leaves the peer (%s)',
    async (nonsense) => {
      await withServer('127.0.0.1', async (by) => expect(await by(nonsense)).toBe(PEER));
    },
  );

  it.skipIf(!hasIPv6)('knows an IPv4 peer and proxy also on a socket of IPv6', async (test) => {
    const { by } = await listening(test, '127.0.0.1', '::');
    expect(await by(CLIENT)).toBe(CLIENT);
    expect(await by(`${FORGED}, ${CLIENT}`)).toBe(CLIENT);
    expect(await by(null)).toBe(PEER);
    expect(await by(FORGED, '::1')).toBe('0:0:0:0::/64');
    const other = await listening(test, '::1', '::');
    expect(await other.by(CLIENT, '::1')).toBe(CLIENT);
    expect(await other.by(FORGED)).toBe(PEER);
  });

  it('from a peer that is not trusted is told in the log once, without addresses', async (test) => {
    const { by, log } = await listening(test, 'false');
    await by(null);
    expect(log).toEqual([]);
    await by(FORGED);
    await by(FORGED);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('TRUST_PROXY');
    expect(log[0]).not.toContain(FORGED);
    const trusting = await listening(test, 'true');
    await trusting.by(CLIENT);
    expect(trusting.log).toEqual([]);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['true', 1],
    ['yes', 1],
    ['1', 1],
    ['3', 3],
    ['false', false],
    ['0', false],
    ['', false],
    ['loopback, 10.0.0.0/8,2001:db8::/32 , ::1', ['loopback', '10.0.0.0/8', '2001:db8::/32', '::1']],
  ])('%s is read', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(trusted);
  });

  it.each(['33', '-1', '1.5', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1;10.0.0.2', ','])(
    '%s is refused',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(ConfigError);
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow('TRUST_PROXY: must be false, a number of proxies');
    },
  );
});

type By = (forwarded: string | null, from?: string) => Promise<string | undefined>;

/** For tests with a table of cases, which have no context of their own. */
async function withServer(trust: string, check: (by: By) => Promise<void>): Promise<void> {
  const closes: (() => Promise<void>)[] = [];
  const { by } = await listening({ onTestFinished: (close) => closes.push(close) }, trust);
  await check(by);
  for (const close of closes) await close();
}

/** The real clock, chance and cipher that the service runs with. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVault, systemClock, systemEntropy } from '../../src/adapters/system.ts';

describe('system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs once after so many milliseconds, unless it was cancelled', () => {
    const ran: string[] = [];
    systemClock.after(1_000, () => ran.push('kept'));
    const cancel = systemClock.after(1_000, () => ran.push('cancelled'));
    cancel();
    vi.advanceTimersByTime(999);
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(ran).toEqual(['kept']);
  });

  it('waits longer than a timer of Node can, and can be cancelled all the while', () => {
    const days = 24 * 60 * 60 * 1_000;
    const ran: string[] = [];
    systemClock.after(60 * days, () => ran.push('kept'));
    const cancel = systemClock.after(60 * days, () => ran.push('cancelled'));
    vi.advanceTimersByTime(40 * days);
    cancel();
    vi.advanceTimersByTime(20 * days - 1);
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(['kept']);
  });

  it('runs again and again until it is cancelled, and tells the time', () => {
    const before = systemClock.now();
    let ran = 0;
    const cancel = systemClock.every(10, () => {
      ran += 1;
    });
    vi.advanceTimersByTime(35);
    cancel();
    vi.advanceTimersByTime(100);
    expect(ran).toBe(3);
    expect(systemClock.now()).toBe(before + 135);
  });
});

it('entropy: as many bytes as asked for, others each time', () => {
  const [one, other] = [systemEntropy(32), systemEntropy(32)];
  expect([one.length, other.length]).toEqual([32, 32]);
  expect(one).not.toEqual(other);
});

describe('vault', () => {
  const vault = createVault('a secret of more than thirty-two characters');
  const plain = new TextEncoder().encode('the seed of a game');

  it('promise 4: opens what it sealed, and nobody else can read it', () => {
    const sealed = vault.seal(plain);
    expect(vault.open(sealed)).toEqual(plain);
    expect(Buffer.from(sealed).includes(Buffer.from(plain))).toBe(false);
    expect(vault.open(vault.seal(new Uint8Array()))).toEqual(new Uint8Array());
  });

  it('promise 4: the same bytes are sealed differently each time', () => {
    expect(vault.seal(plain)).not.toEqual(vault.seal(plain));
  });

  it('promise 4: refuses what another secret sealed', () => {
    const other = createVault('another secret of more than thirty-two characters');
    expect(() => vault.open(other.seal(plain))).toThrow('sealed with another secret');
  });

  it('promise 4: refuses sealed bytes of which any one was changed, or that were cut', () => {
    const sealed = vault.seal(plain);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte));
      expect(() => vault.open(changed)).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.open(sealed.subarray(0, length))).toThrow();
    }
  });

  it('stays readable: bytes that were sealed by the first release open', () => {
    const sealed = Buffer.from('Af5tJCsuNbyA0gsuo1oilYygKLUC5J2d8MvPyBd+8VAgtFWG/q+/fW4zfNB8ZQ4=', 'base64');
    expect(new TextDecoder().decode(vault.open(sealed))).toBe('the seed of a game');
  });
});

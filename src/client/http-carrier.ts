/** Everything over HTTP, where there is no WebSocket: a stream of server-sent events for each topic, commands as requests. */

import type { Carrier, CarrierEvents, StreamOptions } from './carrier.ts';
import type { ClosingFrame, CommandResult, Problem, Table } from './contract.ts';
import { createHttp, defaultFetch, refuseUnlessOk } from './http.ts';
import { finalProblem, Refused, retryAfterMs, StreamEnded, wantsToken } from './refused.ts';
import { readEvents } from './sse.ts';
import { reasonOf } from './status.ts';
import { askToken } from './tokens.ts';
import type { Topic } from './topics.ts';
import { ackTimeoutMs, backoffMs, sleep, watchedLine } from './waiting.ts';
import type { TopicFrame } from './wire.ts';

/** The service sends a heartbeat every 15 seconds; without one the line is dead, in time to answer within 30 seconds. */
const SILENCE_MS = 20_000;
/** A response that ends sooner is not resumed at once, so that requests do not follow each other without a pause. */
const MIN_RESPONSE_MS = 1000;
/** A new token may help once or twice; who is denied again and again will not be let in. */
const MOST_DENIALS = 3;
/** Tables have no stream of their own over HTTP. */
const LOOK_AGAIN_MS = 2_000;

/** `alive` is called when data has arrived: the losses before it no longer count. */
type Attempt<T> = (token: string, alive: () => void, attempts: number) => Promise<T | undefined>;

export function httpCarrier(options: StreamOptions, events: CarrierEvents): Carrier {
  const { fetch: ask = defaultFetch } = options;
  const base = options.base.replace(/^ws/, 'http');
  const over = new AbortController();
  const open = new Map<Topic, AbortController>();
  let current: string | null = null;
  let spent: string | null = null;
  let denials = 0;
  /** Why the last token was refused. */
  let denial: Problem | null = null;
  /** Attempts that have failed since their last success. */
  const failing = new Set<object>();

  /** @throws StreamEnded when the token will not do and there is no other */
  async function token(): Promise<string> {
    if (current !== null) return current;
    const given = await askToken(options.token, spent);
    if (given === spent) {
      end('the token is not accepted', 'token_invalid', denial);
      throw over.signal.reason;
    }
    current = given;
    return given;
  }

  function end(reason: string, code: string, problem: Problem | null = null): void {
    if (over.signal.aborted) return;
    const error = new StreamEnded(reason, code, problem);
    over.abort(error);
    for (const leaving of open.values()) leaving.abort(over.signal.reason);
    events.ended(reason, error);
  }

  /**
   * Tries until it succeeds, is refused for good, or the stream is over.
   * @param attempt is over when it returns; `undefined` asks for another one
   */
  async function persist<T>(attempt: Attempt<T>, signal: AbortSignal): Promise<T> {
    let failures = 0;
    const alive = (): void => {
      failures = 0;
      denials = 0;
      failing.delete(alive);
      if (failing.size === 0) events.status({ state: 'live' });
    };
    try {
      return await persisting();
    } finally {
      failing.delete(alive);
    }

    async function persisting(): Promise<T> {
      for (let attempts = 0; ; attempts += 1) {
        signal.throwIfAborted();
        const mine = await askedToken(signal, failures, alive);
        if (mine === null) {
          failures += 1;
          continue;
        }
        try {
          const done = await attempt(mine, alive, attempts);
          alive();
          if (done !== undefined) return done;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof Refused)) await pause(backoffMs(failures++), error, signal, alive);
          else if (wantsToken(error.problem)) discard(mine, error.problem);
          else if (error.problem.code === 'token_revoked') end('revoked', 'token_revoked', error.problem);
          else {
            const wait = retryAfterMs(error.problem);
            if (wait === null) throw error;
            await pause(wait + backoffMs(0), error, signal, alive);
          }
        }
      }
    }
  }

  /** `null` when whoever gives tokens has failed: it is asked again, after a while. */
  async function askedToken(signal: AbortSignal, failures: number, owner: object): Promise<string | null> {
    try {
      return await token();
    } catch (error) {
      if (error instanceof StreamEnded) throw error;
      const problem = finalProblem(error);
      if (problem !== null) {
        end(problem.detail, problem.code, problem);
        throw over.signal.reason;
      }
      await pause(backoffMs(failures), error, signal, owner);
      return null;
    }
  }

  /** Waits before another attempt, which the program is told. `owner` fails until it is heard of again. */
  function pause(ms: number, error: unknown, signal: AbortSignal, owner: object): Promise<void> {
    failing.add(owner);
    events.status({ state: 'retrying', inMs: ms, reason: reasonOf(error) });
    return sleep(ms, signal);
  }

  function discard(token: string, problem: Problem | null = null): void {
    if (current !== token) return;
    spent = token;
    current = null;
    denials += 1;
    denial = problem;
    if (denials >= MOST_DENIALS) end('the token is not accepted', 'token_invalid', denial);
  }

  function begin(topic: Topic): void {
    const leaving = new AbortController();
    open.set(topic, leaving);
    const { signal } = leaving;
    const one = topic.name.startsWith('table:') ? lookAtTable : readOnce;
    persist((token, alive) => one(topic, token, signal, alive), signal).then(
      () => lose(topic),
      (error: Error) => !signal.aborted && lose(topic, error),
    );
  }

  function lose(topic: Topic, error?: Error): void {
    open.delete(topic);
    events.topicOver(topic, error);
  }

  /** One response, to its end. @returns `true` when nothing will ever come */
  async function readOnce(
    topic: Topic,
    token: string,
    signal: AbortSignal,
    alive: () => void,
  ): Promise<true | undefined> {
    const begun = performance.now();
    const line = watchedLine(signal, SILENCE_MS);
    try {
      const address = new URL(addressOf(topic.name), base);
      const after = topic.after();
      if (after !== null) address.searchParams.set('after', String(after));
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
      const answer = await ask(address, { method: 'GET', headers, signal: line.signal });
      if (answer.status === 204) return true;
      await refuseUnlessOk(answer, `GET ${address.pathname}`);
      if (answer.body === null) return undefined;
      for await (const data of readEvents(answer.body, line.heard, line.signal)) {
        const frame = JSON.parse(data) as TopicFrame | ClosingFrame;
        if (frame.type === 'closing') return closed(frame, token, signal);
        alive();
        // Something is missing: ask again, from our version on.
        if (!topic.take(frame)) {
          await sleep(backoffMs(0), signal);
          return undefined;
        }
      }
      // The service ends each response after some minutes: no loss.
      if (performance.now() - begun < MIN_RESPONSE_MS) await sleep(backoffMs(0), signal);
      return undefined;
    } finally {
      line.stop();
    }
  }

  async function closed(frame: ClosingFrame, token: string, signal: AbortSignal): Promise<undefined> {
    if (frame.code === 4001) discard(token);
    else if (!frame.reconnect) end(frame.reason, frame.code === 4003 ? 'token_revoked' : `closed_${frame.code}`);
    else await sleep(1000 * frame.retryAfterSeconds + backoffMs(0), signal);
  }

  async function lookAtTable(topic: Topic, token: string, signal: AbortSignal): Promise<undefined> {
    const table = await createHttp(base, token, { fetch: ask })<Table>(
      'GET',
      `/v1/tables/${topic.name.slice('table:'.length)}`,
      undefined,
      { signal },
    );
    if (table.version !== topic.head()) {
      topic.take({ type: 'table', topic: topic.name, version: table.version, table });
    }
    await sleep(LOOK_AGAIN_MS, signal);
  }

  return {
    begin,
    stop(topic) {
      open.get(topic)?.abort();
      open.delete(topic);
    },
    async send(gameId, command, key) {
      const path = `/v1/games/${gameId}/commands`;
      const headers = { 'idempotency-key': key, prefer: 'return=minimal' };
      const { signal } = over;
      return persist(async (token, _, attempts) => {
        const timeoutMs = ackTimeoutMs(attempts);
        const http = createHttp(base, token, { fetch: ask });
        const { version, replayed } = await http<CommandResult>('POST', path, command, { headers, signal, timeoutMs });
        return { version, replayed };
      }, signal);
    },
    close: () => end('closed by this client', 'closed'),
  };
}

function addressOf(topic: string): string {
  if (topic === 'me') return '/v1/me/stream';
  return topic.startsWith('lobby')
    ? topic.replace('lobby', '/v1/lobby/stream')
    : `/v1/games/${topic.slice('game:'.length)}/stream`;
}

/** Server-sent events out of the body of a response, for who reads them with `fetch` (WHATWG HTML, "Interpreting an event stream"). */

/**
 * @param heard called whenever anything came, comments too: they are the heartbeat
 * @param signal ends the reading; aborting the request alone may leave a reader waiting for ever (seen in Node 20)
 * @returns the `data` of each event, in order
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const stop = (): void => {
    reader.cancel().catch(() => {});
  };
  signal.addEventListener('abort', stop, { once: true });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      // A line may end with CR LF, and a chunk between the two.
      text = (text + decoder.decode(value, { stream: true })).replace(/\r\n/g, '\n');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = dataOf(text.slice(0, end));
        text = text.slice(end + 2);
        if (data !== '') yield data;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function dataOf(event: string): string {
  const lines = event.split('\n').flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return lines.join('\n');
}

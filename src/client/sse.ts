/** Server-sent events out of the body of a response, for who reads them with `fetch` (WHATWG HTML, "Interpreting an event stream"). */

/**
 * @param heard called whenever anything came, comments too: they are the heartbeat
 * @returns the `data` of each event, in order
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
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
    reader.cancel().catch(() => {});
  }
}

function dataOf(event: string): string {
  const lines = event.split('\n').flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return lines.join('\n');
}

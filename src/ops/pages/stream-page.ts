/** The AsyncAPI document as a page to be read: every topic, every frame with its fields and examples, every close code. */
import { isJsonSchema, type JsonSchema } from '../../http/json-schema.ts';
import { inline, page, tableOf, text } from './page.ts';

/** @param document of AsyncAPI, as `asyncapiDocument` makes it */
export function streamPage(document: object): string {
  const whole = parts(document);
  const info = parts(whole.info);
  const channels = parts(whole.channels);
  const operations = parts(whole.operations);
  const components = parts(whole.components);
  const schemas = parts(components.schemas);
  const messages = parts(components.messages);
  const { stream: socket, ...eventStreams } = channels;
  const stream = parts(socket);
  const frame = (name: string): string => frameSection(name, parts(messages[name]), schemas);
  const sent = namesIn(operations.fromClient);
  const received = namesIn(operations.toClient);
  const used = Object.keys(schemas).filter((name) => !name.endsWith('Frame'));
  const nav = `<nav aria-label="Contents">
<b>Streams</b>${link('websocket', 'The WebSocket')}${link('events', 'Server-sent events')}${link('closing', 'Close codes')}
<b>From the client</b>${sent.map((name) => link(`frame-${name}`, name)).join('')}
<b>From the service</b>${received.map((name) => link(`frame-${name}`, name)).join('')}
<b>Shapes</b>${used.map((name) => link(`schema-${name}`, name)).join('')}
</nav>`;
  const body = `<h1>${text(info.title)}</h1>
<p class="lead">Version ${text(info.version)}. One socket for everything. Clients ignore frames, events and properties that they do not know. The same as a document for tools: <a href="/asyncapi.json">asyncapi.json</a>; the calls over HTTP: <a href="/docs">/docs</a>.</p>
<h2 id="websocket">The WebSocket</h2>
<p><code>GET ${text(stream.address)}</code></p>
<p>${inline(stream.description)}</p>
<h2 id="events">Server-sent events</h2>
${Object.values(eventStreams).map(eventStream).join('\n')}
<h2 id="closing">Close codes</h2>
<p>Every way of losing a stream is announced by a <a href="#frame-closing">closing</a> frame.</p>
${closeCodes(stream['x-close-codes'])}
<h2>From the client</h2>
${sent.map(frame).join('\n')}
<h2>From the service</h2>
${received.map(frame).join('\n')}
<h2>Shapes</h2>
${used.map((name) => schemaSection(name, parts(schemas[name]))).join('\n')}`;
  return page(String(info.title), body, nav);
}

function frameSection(name: string, message: Parts, schemas: Parts): string {
  const payload = parts(message.payload);
  const schema = parts(schemas[String(payload.$ref).split('/').at(-1) ?? '']);
  const examples = list(message.examples).map((one, index) => {
    const { summary, payload: shown } = parts(one);
    return `<details${index === 0 ? ' open' : ''}><summary>${text(summary)}</summary><pre><code>${text(JSON.stringify(shown, null, 2))}</code></pre></details>`;
  });
  return `<section class="frame" id="frame-${text(name)}"><h3>${text(name)}</h3><p>${inline(message.summary)}</p>${fields(schema)}${examples.join('')}</section>`;
}

function schemaSection(name: string, schema: Parts): string {
  const said = schema.description === undefined ? '' : `<p>${inline(schema.description)}</p>`;
  return `<section class="frame" id="schema-${text(name)}"><h3>${text(name)}</h3>${said}${schema.properties === undefined ? `<p>${typeOf(schema)}</p>` : fields(schema)}</section>`;
}

function eventStream(channel: unknown): string {
  const { title, address, description, messages } = parts(channel);
  const frames = Object.keys(parts(messages)).map(
    (name) => `<a href="#frame-${text(name)}"><code>${text(name)}</code></a>`,
  );
  return `<section class="frame"><h3>GET ${text(address)}</h3><p>${text(title)}. ${inline(description)}</p><p>Frames: ${frames.join(', ')}.</p></section>`;
}

function closeCodes(codes: unknown): string {
  const rows = list(codes).map((one) => {
    const { code, reason, reconnect, retryAfterSeconds } = parts(one);
    const after = Number(retryAfterSeconds) > 0 ? `yes, after ${text(retryAfterSeconds)} s` : 'yes';
    return [`<code>${text(code)}</code>`, text(reason), reconnect === true ? after : 'no'];
  });
  return tableOf(['code', 'reason', 'reconnect?'], rows);
}

function fields({ properties, required }: Parts): string {
  const known = Object.entries(parts(properties));
  if (known.length === 0) return '';
  const rows = known.map(([name, schema]) => {
    const optional = list(required).includes(name) ? '' : ' <small>(optional)</small>';
    return [`<code>${text(name)}</code>${optional}`, typeOf(schema), inline(parts(schema).description)];
  });
  return tableOf(['field', 'type', 'meaning'], rows);
}

/** In a few words; a named shape is a link to it. */
function typeOf(schema: unknown): string {
  const { $ref, anyOf, oneOf, const: only, enum: values, type, items } = parts(schema);
  if (typeof $ref === 'string') {
    const name = text($ref.split('/').at(-1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (only !== undefined) return `<code>${text(JSON.stringify(only))}</code>`;
  if (Array.isArray(values)) return values.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(' or ');
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  if (branches.length > 0) return branches.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  return text(Array.isArray(type) ? type.join(' or ') : (type ?? 'anything'));
}

type Parts = JsonSchema;

function parts(value: unknown): Parts {
  return isJsonSchema(value) ? value : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function namesIn(operation: unknown): readonly string[] {
  return list(parts(operation).messages).map((one) => String(parts(one).$ref).split('/').at(-1) ?? '');
}

function link(id: string, name: string): string {
  return `<a href="#${text(id)}">${text(name)}</a>`;
}

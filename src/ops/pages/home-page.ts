/** The page at `/`: what this is, and where to go from here. */
import { page, text } from './page.ts';

/** @param version of the service */
export function homePage(version: string): string {
  return page(
    'The Great Dalmuti: an open game service',
    `<h1>The Great Dalmuti</h1>
<p class="lead">An open, self-hosted game service for the card game of social class. People and bots play
through one documented contract, over HTTP and one WebSocket.</p>
<ul class="links">
<li><a href="/docs">Calls over HTTP</a>: read the contract and try it here.</li>
<li><a href="/docs/stream">Streams</a>: the WebSocket and server-sent events.</li>
<li><a href="/docs/limits">Limits and problems</a>: every limit and every error code of this server.</li>
<li><a href="/openapi.json">openapi.json</a> and <a href="/asyncapi.json">asyncapi.json</a>: the same for tools.</li>
<li><a href="/health/ready">Status</a>: whether this server is ready to serve games.</li>
</ul>
<h2>The first three calls</h2>
<pre><code>curl -X POST $URL/v1/guests -H 'Content-Type: application/json' -d '{"name": "Ada"}'
curl $URL/v1/tables -H "Authorization: Bearer $ACCESS_TOKEN"
curl -X POST $URL/v1/tables -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' -d '{}'</code></pre>
<p class="soft">Version ${text(version)}. An independent implementation under the Apache License 2.0, not affiliated with
Wizards of the Coast, who own the trademark <i>The Great Dalmuti</i>.</p>`,
  );
}

/** The page at `/docs/limits`: limits, bounds and problems, from the contract itself. */
import { inline, page, tableOf } from './page.ts';

/** What the OpenAPI document says of them. */
export interface ContractTables {
  readonly 'x-limits': readonly { name: string; quota: number; windowSeconds: number; per: string }[];
  readonly 'x-bounds': readonly { of: string; most: number; per: string; beyond: string }[];
  readonly 'x-problems': readonly { code: string; status: number; title: string }[];
}

export function limitsPage(tables: ContractTables): string {
  const code = (value: unknown) => inline(`\`${value}\``);
  const limits = tables['x-limits'].map(({ name, quota, windowSeconds, per }) => [
    code(name),
    String(quota),
    `${windowSeconds} s`,
    inline(per),
  ]);
  const bounds = tables['x-bounds'].map(({ of, most, per, beyond }) => [
    inline(of),
    String(most),
    inline(per),
    inline(beyond),
  ]);
  const problems = tables['x-problems'].map(({ code: name, status, title }) => [
    code(name),
    String(status),
    inline(title),
  ]);
  return page(
    'Limits and problems',
    `<h1>Limits and problems</h1>
<p class="lead">As they are on this server. The calls are at <a href="/docs">/docs</a>, the streams at
<a href="/docs/stream">/docs/stream</a>; <a href="/openapi.json">openapi.json</a> has the same tables for tools.</p>
<h2>Limits</h2>
<p>Beyond a limit the answer is 429 <code>rate_limited</code>. It says in <code>Retry-After</code> when to repeat the request,
and in <code>limit</code> which limit it was.</p>
${tableOf(['limit', 'requests', 'in', 'counted for each'], limits)}
<h2>Bounds</h2>
${tableOf(['of', 'at most', 'for each', 'beyond it'], bounds)}
<h2>Problems</h2>
<p>Every answer that is not a success is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>.</p>
${tableOf(['code', 'status', 'title'], problems)}`,
  );
}

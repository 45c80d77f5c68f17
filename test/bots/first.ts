/** The cheapest answer, always: what a client does that knows no rules (WIRE section 2, rule 6). */
import { answers, type Policy } from '../../src/bots/policy.ts';

export const first: Policy = (view) => answers(view)[0];

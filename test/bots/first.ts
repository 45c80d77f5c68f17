/** The cheapest answer, always: what a client does that knows no rules (PROTOCOL "Reading what you get"). */
import { answers, type Policy } from '../../src/bots/policy.ts';

export const first: Policy = (view) => answers(view)[0];

/** What a refusal says to people: one sentence, never nothing. Held wherever a test meets a refusal. */
export const SENTENCE = /^[A-Z][^.]+\.$/;

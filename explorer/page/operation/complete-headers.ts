import type { CompletionSource } from '@codemirror/autocomplete';

/** The usual headers, and the effect of each. */
const names = [
  ['x-api-key', 'a key of this gateway'],
  ['authorization', 'Bearer and a session'],
  ['cache-control', 'no-cache skips the cache'],
  ['x-request-id', 'the id of the request'],
  ['apollographql-client-name', 'the client, for the log'],
] as const;

/** Completes the names of headers, where a name begins. */
export const completeHeaders: CompletionSource = (context) => {
  const typed = context.matchBefore(/[{,]\s*"[\w-]*/);
  if (typed === null) return null;
  const options = names.map(([label, detail]) => ({ label, detail }));
  return { from: typed.from + typed.text.indexOf('"') + 1, options, validFor: /^[\w-]*$/ };
};

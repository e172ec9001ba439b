import type { IncomingHttpHeaders } from 'node:http';

// These texts are logged, and returned in a header: no character of them needs escaping.
const requestId = /^[A-Za-z0-9._-]{1,128}$/;
const clientName = /^[A-Za-z0-9._@/ -]{1,64}$/;

const named = (headers: IncomingHttpHeaders, header: string, form: RegExp): string | null => {
  const value = headers[header];
  return typeof value === 'string' && form.test(value) ? value : null;
};

/** The id that the caller gave its request; null if there is none or it is not valid. */
export const requestIdIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'x-request-id', requestId);

/**
 * The name of the client, as clients of Apollo and others send it: 1 to 64 letters, digits, blanks
 * and `._@/-`. Null for any other text.
 */
export const clientNameIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'apollographql-client-name', clientName) ??
  named(headers, 'graphql-client-name', clientName);

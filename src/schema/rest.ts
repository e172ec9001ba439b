import type { Endpoint } from '../upstream/catalogue/endpoint.ts';

/** What an identifier or a parameter of identifiers is about, in words: `line_item_ids` is a "line item". */
export const nounOf = (name: string): string =>
  name.replace(/_(ids?|key)$/, '').replaceAll('_', ' ');

/** The REST call behind a field, as descriptions name it. */
export const restOf = ({ method, version, path, host }: Endpoint): string =>
  `REST: ${method} ${version === null ? '' : `/${version}`}/${path}${host === 'sandbox' ? ', on the sandbox host only' : ''}.`;

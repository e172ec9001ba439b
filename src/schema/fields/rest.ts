import { localFilterOf } from '../../resolvers/local-filter.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';

/** What an identifier or a parameter of identifiers is about, in words: `line_item_ids` is a "line item". */
export const nounOf = (name: string): string =>
  name.replace(/_(ids?|key)$/, '').replaceAll('_', ' ');

/** The REST call behind a field, as descriptions name it, and whether its answer is kept. */
export const restOf = (endpoint: Endpoint): string => {
  const { method, version, path, host } = endpoint;
  const call = `REST: ${method} ${version === null ? '' : `/${version}`}/${path}${host === 'sandbox' ? ', on the sandbox host only' : ''}.`;
  return endpoint.isReference ? `${keptOf(endpoint)} ${call}` : call;
};

const keptOf = (endpoint: Endpoint): string => {
  const names = Object.keys(endpoint.params).filter(
    (name) => localFilterOf(endpoint, name) !== null,
  );
  const whole =
    names.length === 0 ? '' : ` One call serves every ${names.map(camelCase).join(' and ')}.`;
  return `The answer is kept for hours; the request header \`Cache-Control: no-cache\` asks anew.${whole}`;
};

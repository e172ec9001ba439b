import { localFilterOf } from '../../resolvers/local-filter.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';

/** The noun for an identifier or a list of them: "line item" for `line_item_ids`. */
export const nounOf = (name: string): string =>
  name.replace(/_(ids?|key)$/, '').replaceAll('_', ' ');

/** The part of a description that names the REST call of a field and says whether its answer is cached. */
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
    names.length === 0
      ? ''
      : ` One call serves all values of ${names.map(camelCase).join(' and ')}.`;
  return `The answer is cached for hours; the request header \`Cache-Control: no-cache\` reads it again.${whole}`;
};

import { whyNotNull } from '../../upstream/catalogue/language/check.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { isRequired, type Param } from '../../upstream/catalogue/language/params.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';

type NamedParams = readonly (readonly [name: string, param: Param])[];

/**
 * The effect of null in the input of an update. The API documents the effect of an empty value only
 * for some parameters.
 */
export const clearingDoc = ({ method, params, body }: Endpoint): string => {
  if (method !== 'PUT') return '';
  const optional = Object.entries(params).filter(([, param]) => !isRequired(param));
  const removed = optional.filter(([, param]) => 'clears' in param && param.clears === true);
  const refused = optional.filter(([name, param]) => whyNotNull(name, param) !== null);
  const named = removed.length + refused.length;
  const sent = body === 'json' ? 'null' : 'an empty value';
  const other = `${named === 0 ? 'A' : 'Any other'} null is sent as ${sent}`;
  return [
    removed.length === 0 ? '' : ` Null removes ${listOf(removed)}.`,
    refused.length === 0 ? '' : ` Null is refused for ${listOf(refused)}.`,
    named === optional.length ? '' : ` ${other}; its effect depends on the API.`,
  ].join('');
};

const words = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const listOf = (params: NamedParams): string =>
  words.format(params.map(([name]) => `\`${camelCase(name)}\``));

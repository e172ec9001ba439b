import { localFilterOf } from '../../resolvers/reads/value.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';
import { windowsOf } from '../../upstream/catalogue/rate-windows.ts';

const nouns: Readonly<Record<string, string>> = {
  ab_test: 'A/B test',
  do_not_reach_list: 'do-not-reach list',
  preroll_call_to_action: 'preroll call-to-action',
};

/** The noun for an identifier: "line item" for `line_item_ids`, "post" for `tweet_id`. */
export const nounOf = (name: string): string => {
  const stem = name.replace(/_(ids?|key)$/, '');
  return nouns[stem] ?? stem.replaceAll('_', ' ').replace(/\btweet$/, 'post');
};

/** The part of a description about the REST call of a field, and about the cache of its response */
export const restOf = (endpoint: Endpoint): string => {
  const { method, version, path, host } = endpoint;
  const call = `REST: ${method} ${version === null ? '' : `/${version}`}/${path}${host === 'sandbox' ? ', on the sandbox host only' : ''}.`;
  if (endpoint.isEarlyAccess) return `${earlyAccess} ${call}`;
  if (endpoint.quirks.isScarce) return `${scarceOf(endpoint)} ${call}`;
  return endpoint.isReference ? `${cachingRemark(endpoint)} ${call}` : call;
};

const scarceOf = (endpoint: Endpoint): string => {
  const { limit, seconds } = windowsOf(endpoint).standard.of;
  const minutes = seconds / 60;
  return `The API allows ${limit} calls in ${minutes} minutes. So a response is cached for its viewer for a minute (LIMIT_KEPT_LIST_MS), and for up to ${minutes} minutes once the calls are used up: then \`extensions.notes\` says how old it is. A write of the viewer that changes such rows drops it, and the request header \`Cache-Control: no-cache\` reads it again.`;
};

const earlyAccess =
  'Early access: X admits users and applications one by one, and the API refuses others with 403 (FORBIDDEN) or 404 (NOT_FOUND).';

const cachingRemark = (endpoint: Endpoint): string => {
  const names = Object.keys(endpoint.params).filter(
    (name) => localFilterOf(endpoint, name) !== null,
  );
  const whole =
    names.length === 0
      ? ''
      : ` One call serves all values of ${names.map(camelCase).join(' and ')}.`;
  return `The response is cached for hours; the request header \`Cache-Control: no-cache\` reads it again.${whole}`;
};

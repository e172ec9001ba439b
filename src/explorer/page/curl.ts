import type { Call } from './ask.ts';
import { facts } from './facts.ts';

const variables = {
  ads: '$ADS_API_URL',
  sandbox: '$ADS_SANDBOX_API_URL',
  platform: '$PLATFORM_API_URL',
} as const;

/** A call as a command line without its signature and its parameters, which the trace does not hold. */
export const curlOf = ({ endpoint, method, path }: Call): string => {
  const host = facts.elsewhere[endpoint] ?? 'ads';
  const base = (facts.emulator ?? variables)[host];
  const request = method === 'GET' ? '' : ` -X ${method}`;
  return `curl${request} "${base}${path}" -H "Authorization: OAuth …"`;
};

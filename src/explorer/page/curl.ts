import type { Call } from './ask.ts';
import { facts } from './facts.ts';

const variables = {
  ads: '$ADS_API_URL',
  sandbox: '$ADS_SANDBOX_API_URL',
  platform: '$PLATFORM_API_URL',
} as const;

/** A call as a command of curl, without the parameters and the signature, which the trace does not hold. */
export const curlOf = ({ endpoint, method, path }: Call): string => {
  const host = facts.elsewhere[endpoint] ?? 'ads';
  const base = (facts.emulator ?? variables)[host];
  const request = method === 'GET' ? '' : ` -X ${method}`;
  return `curl${request} "${base}${path}" -H "Authorization: OAuth …"`;
};

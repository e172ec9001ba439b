import { facts } from '../facts.ts';
import type { TracedCall } from '../gateway/answer-body.ts';
import { bodyOf, type GraphqlRequest, headersIn } from '../gateway/ask.ts';

const variables = {
  ads: '$ADS_API_URL',
  sandbox: '$ADS_SANDBOX_API_URL',
  platform: '$PLATFORM_API_URL',
} as const;

const remark =
  '# The gateway signs this call (OAuth 1.0a) and adds its parameters, which never leave it.\n';

/**
 * A REST call as a command of curl. The API answers 401 until it has a signature, as its first line
 * says.
 */
export const curlOf = ({ endpoint, method, path }: TracedCall): string => {
  const host = facts.elsewhere[endpoint] ?? 'ads';
  const base = (facts.emulator ?? variables)[host];
  const request = method === 'GET' ? '' : ` -X ${method}`;
  return `${remark}curl -i${request} "${base}${path}"`;
};

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The request of a tab as a command of curl that runs. It has the headers that were typed and no
 * session, so it acts for the owner if those say nothing else. Throws AskError.
 */
export const requestCurl = (request: GraphqlRequest): string => {
  const given = [...headersIn(request.headers)].map(
    ([name, value]) => ` \\\n  -H ${quoted(`${name}: ${value}`)}`,
  );
  const url = `${location.origin}${location.pathname}`;
  const type = quoted('content-type: application/json');
  return `curl ${quoted(url)} \\\n  -H ${type}${given.join('')} \\\n  --data-raw ${quoted(bodyOf(request))}`;
};

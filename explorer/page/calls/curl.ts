import type { TracedCall } from '../../../client/extensions.ts';
import type { PageFacts } from '../facts.ts';

const variables = {
  ads: '$ADS_API_URL',
  sandbox: '$ADS_SANDBOX_API_URL',
  platform: '$PLATFORM_API_URL',
} as const;

const remark =
  '# The gateway signs this call (OAuth 1.0a) and adds its parameters, which never leave it.\n';

/**
 * A REST call as a command of curl. Its first line says that the API answers 401 without a
 * signature.
 */
export const curlOf = (
  { endpoint, method, path }: TracedCall,
  { elsewhere, emulator }: Pick<PageFacts, 'elsewhere' | 'emulator'>,
): string => {
  const base = (emulator ?? variables)[elsewhere[endpoint] ?? 'ads'];
  const request = method === 'GET' ? '' : ` -X ${method}`;
  return `${remark}curl -i${request} "${base}${path}"`;
};

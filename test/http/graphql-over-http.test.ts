import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { bothWays, ways } from '../support/ways.ts';

const running = useGateway({ env: bothWays });

describe.each(ways)('GraphQL over HTTP, %s', (_way, headers) => {
  const fetchFn: typeof fetch = async (url, init) => {
    const response = await fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
    });
    // Only Yoga handles origins.
    expect(response.headers.get('access-control-allow-origin')).toBe(headers['origin'] ?? null);
    return response;
  };
  const audits = serverAudits({ url: () => running.url, fetchFn });

  test('61 audits are known', () => expect(audits).toHaveLength(61));

  for (const audit of audits) {
    test(audit.name, async () => {
      const result = await audit.fn();
      expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
    });
  }
});

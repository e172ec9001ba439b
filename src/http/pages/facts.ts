import type { Upstream } from '../../config/credentials.ts';
import type { Config } from '../../config.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';

interface ServedApi extends Pick<Config, 'introspection' | 'limits'> {
  readonly upstream: Upstream;
  readonly emulatorUrl?: string | undefined;
}

/** The facts of a gateway for its page. */
export const factsOf = (
  { introspection, limits, upstream, emulatorUrl }: ServedApi,
  publicUrl: string,
) => ({
  emulator: emulatorUrl === undefined ? null : upstream.hosts,
  graphiql: introspection,
  publicUrl,
  limits: { calls: limits.calls, objects: limits.objects, values: limits.values },
  elsewhere,
});

const elsewhere = Object.fromEntries(
  Object.values(endpoints).flatMap(({ name, host }) =>
    host === 'ads' || host === 'results' ? [] : [[name, host] as const],
  ),
);

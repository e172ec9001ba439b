import type { Config } from '../config.ts';
import type { Upstream } from '../credentials.ts';
import { endpoints } from '../upstream/catalogue/index.ts';
import type { PageFacts } from './page-facts.ts';

interface Served extends Pick<Config, 'limits'> {
  readonly upstream: Upstream;
  readonly emulatorUrl?: string | undefined;
}

/** The facts of a gateway for its page. */
export const factsOf = (
  { limits, upstream, emulatorUrl }: Served,
  publicUrl: string,
): PageFacts => ({
  emulator: emulatorUrl === undefined ? null : upstream.hosts,
  publicUrl,
  limits: { calls: limits.calls, objects: limits.objects, values: limits.values },
  elsewhere,
});

const elsewhere = Object.fromEntries(
  Object.values(endpoints)
    .filter(({ host }) => host !== 'ads')
    .map(({ name, host }) => [name, host]),
);

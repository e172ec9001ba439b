import type { Config, Upstream } from '../config.ts';
import { endpoints } from '../upstream/catalogue/index.ts';

interface Served extends Pick<Config, 'limits'> {
  readonly upstream: Upstream;
  readonly emulatorUrl?: string | undefined;
}

/** What the page is told about its gateway; `page/facts.ts` says what it reads. */
export const factsOf = ({ limits, upstream, emulatorUrl }: Served, publicUrl: string): object => ({
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

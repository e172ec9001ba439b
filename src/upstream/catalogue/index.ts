import * as areas from './areas.ts';
import type { EndpointName } from './endpoint-names.ts';
import { type Endpoint, together } from './language/endpoint.ts';
import { mistakesIn } from './language/mistakes.ts';

const mistakes = mistakesIn(areas);
if (mistakes.length > 0) throw new TypeError(`in the catalogue:\n${mistakes.join('\n')}`);

/** Every endpoint by name. */
export const catalogue = together(areas) satisfies Readonly<Record<EndpointName, Endpoint>>;

/** The same, as a list. */
export const endpoints: readonly Endpoint[] = Object.freeze(Object.values(catalogue));

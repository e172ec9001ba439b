import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import type { Peer } from './peer.ts';
import { startPeer } from './peer.ts';

/** A subgraph as composers take it. */
interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

/** What a composition gave: supergraphs, and everything that each composer has against them. */
interface Composed {
  readonly supergraphs: { readonly apollo: string; readonly guild: string };
  readonly composers: Readonly<Record<string, readonly string[]>>;
}

/**
 * The CRM, which has types of its own by the names `Account`, `Campaign` and `Order`, and, as graphs
 * for Relay have them, `Node`, `PageInfo` and `Query.node`.
 */
export const crm = (url: string): Subgraph => ({
  name: 'crm',
  url,
  sdl: readFileSync(new URL('../federation/crm.graphql', import.meta.url), 'utf8'),
});

/** The ads graph. */
export const ads = (url: string, sdl: string): Subgraph => ({ name: 'ads', url, sdl });

/**
 * Composes subgraphs with each composer, for the tests of a file: composers are slow to load, so
 * one process does it all, one composition after the other.
 */
export const useComposers = () => {
  let composers: Promise<Peer<Composed>> | undefined;
  afterAll(async () => (await composers)?.stop());
  return async (...subgraphs: readonly Subgraph[]): Promise<Composed> => {
    if (composers !== undefined) return (await composers).tell(subgraphs);
    composers = startPeer<Composed>('compose', subgraphs);
    return (await composers).answer;
  };
};

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

/** The result of a composition: the supergraphs, and all complaints of each composer. */
interface Composition {
  readonly supergraphs: { readonly apollo: string; readonly guild: string };
  readonly composers: Readonly<Record<string, readonly string[]>>;
}

/**
 * The CRM. It has types of its own under the names `Account`, `Campaign` and `Order`, and, like
 * graphs for Relay, `Node`, `PageInfo` and `Query.node`.
 */
export const crm = (url: string): Subgraph => ({
  name: 'crm',
  url,
  sdl: readFileSync(new URL('../federation/crm.graphql', import.meta.url), 'utf8'),
});

/** The ads graph. */
export const ads = (url: string, sdl: string): Subgraph => ({ name: 'ads', url, sdl });

/**
 * Composes subgraphs with each composer, for the tests of a file. Composers are slow to load, so
 * one process runs all compositions, one after the other.
 */
export const useComposers = () => {
  let composers: Promise<Peer<Composition>> | undefined;
  afterAll(async () => (await composers)?.stop());
  return async (...subgraphs: readonly Subgraph[]): Promise<Composition> => {
    if (composers !== undefined) return (await composers).tell(subgraphs);
    composers = startPeer<Composition>('compose', subgraphs);
    return (await composers).answer;
  };
};

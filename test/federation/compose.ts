import { composeServices } from '@apollo/composition';
import * as guild from '@theguild/federation-composition';
import { federateSubgraphs, ROUTER_COMPATIBILITY_VERSION_ONE } from '@wundergraph/composition';
import { parse } from 'graphql';

interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

/**
 * The complaints of each composer about subgraphs, warnings included, and the supergraphs that
 * Apollo's and The Guild's compose.
 */
const composed = (subgraphs: readonly Subgraph[]) => {
  const services = subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) }));
  const apollo = composeServices(services);
  const other = guild.composeServices(services);
  const third = federateSubgraphs({
    subgraphs: subgraphs.map(({ name, url, sdl }) => ({ name, url, definitions: parse(sdl) })),
    version: ROUTER_COMPATIBILITY_VERSION_ONE,
  });
  return {
    supergraphs: { apollo: apollo.supergraphSdl ?? '', guild: other.supergraphSdl ?? '' },
    composers: {
      apollo: [...(apollo.errors ?? []), ...(apollo.hints ?? [])].map(({ message }) => message),
      guild: (other.errors ?? []).map(({ message }) => message),
      wundergraph: [...(third.success ? [] : third.errors), ...third.warnings].map(
        ({ message }) => message,
      ),
    },
  };
};

process.on('message', (subgraphs: readonly Subgraph[]) => process.send?.(composed(subgraphs)));

import type { FetchFunction } from 'relay-runtime';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';

const ask: FetchFunction = async ({ id }, variables) => {
  const response = await fetch(globalThis.gateway, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ documentId: id, variables }),
  });
  return response.json();
};

/** Relay's store before the gateway, which is asked for trusted documents by their ids. */
export const environment = new Environment({
  network: Network.create(ask),
  store: new Store(new RecordSource()),
});

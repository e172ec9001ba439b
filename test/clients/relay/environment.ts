import { Environment, RecordSource, Store } from 'relay-runtime';
import { network } from '../built/documented/network.ts';

/** Relay's store before the gateway, which is asked for trusted documents by their ids. */
export const environment = new Environment({
  network,
  store: new Store(new RecordSource()),
});

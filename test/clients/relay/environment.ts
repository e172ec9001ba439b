import { Environment, RecordSource, Store } from 'relay-runtime';
import { network } from '../built/documented/network.ts';

/** Relay's store over the gateway, with trusted documents that are sent by their ids. */
export const environment = new Environment({
  network,
  store: new Store(new RecordSource()),
});

import { channel } from 'node:diagnostics_channel';

/**
 * What the API did against its documentation, and failures that the gateway recovered from. Metrics
 * count them.
 */
export const anomalies = [
  'batch_contradicts_itself',
  'content_type',
  'echo_of_another_account',
  'row_changed',
  'row_incomplete',
  'row_not_asked_for',
  'row_repeated',
  'retried',
  'signature_refused',
  'value_unrecognized',
] as const;

type Anomaly = (typeof anomalies)[number];

const faults = channel('ads-graph:upstream-fault');

/** Tells the listeners of this process about a fault; costs nothing where there are none. */
export const tellFault = (fault: Anomaly): void => {
  if (faults.hasSubscribers) faults.publish(fault);
};

/** Calls `hear` for every fault of this process, until the returned function is called. */
export const hearFaults = (hear: (fault: Anomaly) => void): (() => void) => {
  const listen = (fault: unknown): void => hear(fault as Anomaly);
  faults.subscribe(listen);
  return () => void faults.unsubscribe(listen);
};

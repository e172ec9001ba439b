import { channel } from 'node:diagnostics_channel';

/** API behaviour against its documentation, and failures that were recovered from, for metrics. */
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

const reported = channel('ads-graph:upstream-anomaly');

/** Reports an anomaly to the listeners of this process; free if there are none. */
export const reportAnomaly = (anomaly: Anomaly): void => {
  if (reported.hasSubscribers) reported.publish(anomaly);
};

/** Calls `listener` for every anomaly of this process, until the returned function is called. */
export const onAnomaly = (listener: (anomaly: Anomaly) => void): (() => void) => {
  const listen = (anomaly: unknown): void => listener(anomaly as Anomaly);
  reported.subscribe(listen);
  return () => void reported.unsubscribe(listen);
};

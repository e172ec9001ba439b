import { channel } from 'node:diagnostics_channel';

/** What the API does against its own documents, or what can be mended without anybody noticing. */
export type Fault =
  | 'batch_contradicts_itself'
  | 'content_type'
  | 'echo_of_another_account'
  | 'row_changed'
  | 'row_not_asked_for'
  | 'row_repeated'
  | 'retried'
  | 'signature_refused'
  | 'value_unrecognized';

const faults = channel('ads-graph:upstream-fault');

/** Tells whoever counts them of a fault; costs nothing where nobody does. */
export const tellFault = (fault: Fault): void => {
  if (faults.hasSubscribers) faults.publish(fault);
};

/** Hears of the faults of this process until the returned function is called. */
export const hearFaults = (hear: (fault: Fault) => void): (() => void) => {
  const listen = (fault: unknown): void => hear(fault as Fault);
  faults.subscribe(listen);
  return () => void faults.unsubscribe(listen);
};

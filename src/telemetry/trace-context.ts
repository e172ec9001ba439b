import type { IncomingHttpHeaders } from 'node:http';
import type { TraceOf } from '../http/door/exchange.ts';

const pattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The trace id in `traceparent` (W3C Trace Context); null if there is none, or a wrong one. */
const traceIdIn = ({ traceparent }: IncomingHttpHeaders): string | null =>
  (typeof traceparent === 'string' && pattern.exec(traceparent)?.[1]) || null;

/**
 * The trace of a request for a gateway that writes no spans: that of its caller. With `upstream`
 * the API gets the caller's own `traceparent` unchanged.
 */
export const traceOfCaller =
  (upstream: boolean): TraceOf =>
  ({ headers }) => {
    const id = traceIdIn(headers);
    if (id === null) return null;
    const traceparent = String(headers['traceparent']);
    return {
      id,
      traceparentOf: upstream ? () => traceparent : null,
      end: () => undefined,
    };
  };

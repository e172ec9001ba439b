import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Collector } from '../config/collector.ts';
import { type Exchange, statusOf, type TraceOf, traceOfCaller } from '../http/door/exchange.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { CallRecord } from '../upstream/client/client.ts';
import type { Log } from './log.ts';
import { kindOf } from './request-line.ts';

/** Spans of GraphQL requests, with a child span for each upstream call. */
export interface Tracing {
  /** Begins the trace of a request, or continues that of its caller. */
  readonly traceOf: TraceOf;
  /** Sends the remaining spans; those that the collector does not take within 2 s are lost. */
  readonly close: () => Promise<void>;
}

/** The destination of spans, and their description of this gateway. */
interface TracingOptions {
  readonly collector: Collector;
  /** True if the API gets a `traceparent` with each call. */
  readonly upstream: boolean;
  /** The host by which clients know this gateway. */
  readonly serverAddress: string;
}

const closeMs = 2000;

/** Sends spans by OTLP over HTTP to the collector. Lost spans are logged. */
export const openTracing = async (
  { collector, ...options }: TracingOptions,
  log: Pick<Log, 'warn'>,
): Promise<Tracing> => {
  const exporter = await exporters[collector.protocol](collector.url);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'ads-graph' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withLoggedLosses(exporter, log))],
  });
  return {
    traceOf: createTraceOf(provider.getTracer('ads-graph'), options),
    close: async () => {
      // The reason of a failure has been logged by then.
      const sent = provider.shutdown().catch(() => undefined);
      const isLate = sleep(closeMs, true, { ref: false });
      if (await Promise.race([sent, isLate])) log.warn('the collector did not take the last spans');
    },
  };
};

// Only the one that is used is loaded.
const exporters: Readonly<Record<Collector['protocol'], (url: string) => Promise<SpanExporter>>> = {
  'http/json': async (url) => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter({ url });
  },
  'http/protobuf': async (url) => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
    return new OTLPTraceExporter({ url });
  },
};

const withLoggedLosses = (exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) {
        log.warn({ spans: spans.length, reason: result.error?.message }, 'spans were lost');
      }
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

const propagator = new W3CTraceContextPropagator();

const createTraceOf = (
  tracer: Tracer,
  { upstream, serverAddress }: Without<TracingOptions, 'collector'>,
): TraceOf => {
  const ofCaller = traceOfCaller(upstream);
  return (req) => {
    // Only GraphQL requests and uploads have spans.
    if (!/^\/(?:graphql|media)(?:[/?]|$)/.test(req.url ?? '')) return ofCaller(req);
    const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
    const startTime = Date.now();
    const attributes = { 'server.address': serverAddress };
    const span = tracer.startSpan(
      'request',
      { kind: SpanKind.SERVER, startTime, attributes },
      parent,
    );
    const callSpans = new Map<CallRecord, Span>();
    const request = { tracer, startTime, context: trace.setSpan(parent, span) };
    return {
      id: span.spanContext().traceId,
      traceparentOf: upstream
        ? (call) => {
            const callSpan = beginCall(request, call);
            callSpans.set(call, callSpan);
            return traceparentOf(callSpan);
          }
        : null,
      end: (exchange) => endRequest({ ...request, span, callSpans }, exchange),
    };
  };
};

const traceparentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** A request whose span has begun. */
interface StartedRequest {
  readonly tracer: Tracer;
  readonly context: Context;
  /** Milliseconds since 1970. */
  readonly startTime: number;
}

interface EndingRequest extends StartedRequest {
  readonly span: Span;
  /** The spans that have begun, because the API knows their ids. */
  readonly callSpans: ReadonlyMap<CallRecord, Span>;
}

const endRequest = (request: EndingRequest, exchange: Exchange): void => {
  const { req, record } = exchange;
  const { span, startTime, callSpans } = request;
  const { plan, upload, calls, codes } = record;
  const durationMs = performance.now() - record.start;
  const status = statusOf(exchange);
  const attributes: Attributes = {
    'graphql.operation.type': kindOf(record) ?? undefined,
    'graphql.operation.name': plan?.name ?? undefined,
    'http.request.method': req.method,
    'http.response.status_code': status ?? undefined,
    'http.route': record.route ?? undefined,
    'url.path': upload === null ? '/graphql' : '/media',
    'ads_graph.upload': upload ?? undefined,
    'ads_graph.request_id': record.id,
    'ads_graph.error_codes': codes.length === 0 ? undefined : [...codes],
  };
  span.updateName(upload === null ? (kindOf(record) ?? 'GraphQL Operation') : 'upload');
  span.setAttributes(attributes);
  markFailed(span, codes[0] ?? (status === null ? 'caller_left' : null));
  if (span.isRecording()) {
    for (const call of calls.flat())
      endCall(callSpans.get(call) ?? beginCall(request, call), call, {
        startTime,
        durationMs,
      });
  }
  span.end(startTime + durationMs);
};

const markFailed = (span: Span, type: string | null): void => {
  if (type === null) return;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
};

const beginCall = ({ tracer, context, startTime }: StartedRequest, call: CallRecord): Span =>
  tracer.startSpan(
    call.endpoint,
    { kind: SpanKind.CLIENT, startTime: startTime + call.startMs },
    context,
  );

const endCall = (
  span: Span,
  call: CallRecord,
  request: { readonly startTime: number; readonly durationMs: number },
): void => {
  const { status, startMs, failure } = call;
  const [address, port] = call.host.split(/:(?=\d+$)/);
  span.setAttributes({
    'http.request.method': call.method,
    'http.response.status_code': status ?? undefined,
    'server.address': address,
    'server.port': port === undefined ? undefined : Number(port),
    'url.path': call.path,
    'ads_graph.endpoint': call.endpoint,
    'ads_graph.attempts': call.tries.length,
    'ads_graph.ids': call.ids,
    'ads_graph.round': call.round,
    'ads_graph.field': call.field ?? undefined,
    'ads_graph.outcome': call.outcome ?? undefined,
    'ads_graph.transaction': call.transaction ?? undefined,
  });
  const isRefused = status !== null && status >= 400;
  markFailed(
    span,
    isRefused ? String(status) : (failure ?? (status === null ? 'no_answer' : null)),
  );
  // A write that continues after its caller left has no duration yet.
  span.end(request.startTime + startMs + (call.durationMs ?? request.durationMs - startMs));
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Tracer } from '@opentelemetry/api';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../log.ts';
import type { CallRecord } from '../upstream/client/client.ts';
import type { Exchange } from './exchange.ts';

/** Spans of GraphQL requests, with a child span for each upstream call. */
export interface Tracing {
  /** Writes the spans of a request that has ended. */
  readonly write: (exchange: Exchange) => void;
  /** Sends the remaining spans; those that the collector does not take within 2 s are lost. */
  readonly close: () => Promise<void>;
}

const closeMs = 2000;

/** Sends spans by OTLP over HTTP to the collector at `url`, such as `http://localhost:4318`. Lost spans are logged. */
export const openTracing = (url: string, log: Pick<Log, 'warn'>): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'ads-graph' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withLoggedLosses(exporter, log))],
  });
  const tracer = provider.getTracer('ads-graph');
  return {
    write: (exchange) => writeRequest(tracer, exchange),
    close: async () => {
      // The reason of a failure has been logged by then.
      const sent = provider.shutdown().catch(() => undefined);
      const isLate = sleep(closeMs, true, { ref: false });
      if (await Promise.race([sent, isLate])) log.warn('the collector did not take the last spans');
    },
  };
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

const writeRequest = (tracer: Tracer, { req, res, note }: Exchange): void => {
  const { plan, calls, codes } = note;
  const durationMs = performance.now() - note.start;
  const startTime = Date.now() - durationMs;
  const type = plan === null ? undefined : plan.isMutation ? 'mutation' : 'query';
  const attributes: Attributes = {
    'graphql.operation.type': type,
    'graphql.operation.name': plan?.name ?? undefined,
    'http.request.method': req.method,
    'http.response.status_code': res.writableFinished ? res.statusCode : undefined,
    'url.path': '/graphql',
    'ads_graph.request_id': note.id,
    'ads_graph.error_codes': codes.length === 0 ? undefined : [...codes],
  };
  const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
  const facts = { kind: SpanKind.SERVER, startTime, attributes };
  const span = tracer.startSpan(type ?? 'GraphQL Operation', facts, parent);
  if (codes.length > 0 || !res.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
  if (span.isRecording()) {
    const request = { tracer, context: trace.setSpan(parent, span), startTime, durationMs };
    for (const call of calls) writeCall(request, call);
  }
  span.end(startTime + durationMs);
};

interface RequestSpan {
  readonly tracer: Tracer;
  readonly context: Context;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  readonly durationMs: number;
}

const writeCall = (request: RequestSpan, call: CallRecord): void => {
  const { status, startMs } = call;
  const startTime = request.startTime + startMs;
  const attributes: Attributes = {
    'http.request.method': call.method,
    'http.response.status_code': status ?? undefined,
    'url.path': call.path,
    'ads_graph.endpoint': call.endpoint,
    'ads_graph.attempts': call.attempts,
    'ads_graph.ids': call.ids,
    'ads_graph.round': call.round,
    'ads_graph.field': call.field ?? undefined,
    'ads_graph.outcome': call.outcome ?? undefined,
  };
  const facts = { kind: SpanKind.CLIENT, startTime, attributes };
  const span = request.tracer.startSpan(call.endpoint, facts, request.context);
  if (status === null || status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
  // A write that goes on after its caller left has no duration yet.
  span.end(startTime + (call.durationMs || request.durationMs - startMs));
};

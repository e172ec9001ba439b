import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** A collector of OpenTelemetry spans. */
export interface Collector {
  /** The URL that takes spans, such as `http://localhost:4318/v1/traces`. */
  readonly url: string;
  readonly protocol: 'http/json' | 'http/protobuf';
}

/** The variables of OpenTelemetry that are read here; its packages read the others. */
export const collectorShape = (url: z.ZodType<string, string>) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
});

/** The variables that the packages of OpenTelemetry read by themselves. */
export const readByPackages: readonly string[] = [
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  ...[
    'HEADERS',
    'TIMEOUT',
    'COMPRESSION',
    'CERTIFICATE',
    'CLIENT_CERTIFICATE',
    'CLIENT_KEY',
  ].flatMap((what) => [`OTEL_EXPORTER_OTLP_${what}`, `OTEL_EXPORTER_OTLP_TRACES_${what}`]),
  ...['EXPORT_TIMEOUT', 'MAX_EXPORT_BATCH_SIZE', 'MAX_QUEUE_SIZE', 'SCHEDULE_DELAY'].map(
    (what) => `OTEL_BSP_${what}`,
  ),
];

type CollectorVariables = z.infer<z.ZodObject<ReturnType<typeof collectorShape>>>;

/**
 * The collector that the variables name; null for none. As in OpenTelemetry, a variable for traces
 * overrides the one for all signals, and its endpoint is used unchanged. Throws ConfigError for a
 * protocol or an exporter that the gateway does not have.
 */
export const collectorOf = (variables: CollectorVariables): Collector | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = variables;
  const { OTEL_TRACES_EXPORTER: exporter = 'otlp', OTEL_SDK_DISABLED: disabled = '' } = variables;
  const url = own ?? (base === undefined ? null : `${base}/v1/traces`);
  if (url === null || exporter === 'none' || disabled.toLowerCase() === 'true') return null;
  if (exporter !== 'otlp') throw new ConfigError('OTEL_TRACES_EXPORTER must be otlp or none');
  return { url, protocol: protocolOf(variables) };
};

const protocolVariables = [
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
] as const;

const protocolOf = (variables: CollectorVariables): Collector['protocol'] => {
  const name = protocolVariables.find((one) => variables[one] !== undefined);
  const protocol = name === undefined ? 'http/json' : variables[name];
  if (protocol === 'http/json' || protocol === 'http/protobuf') return protocol;
  throw new ConfigError(`${name} must be http/json or http/protobuf; spans are not sent by gRPC`);
};

import type { FieldMap, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { type Conversion, type Figure, hasLongRange } from '../../loaders/stats/series.ts';
import type { MetricsView } from '../../resolvers/reads/stats/stats.ts';
import type { DerivedMetric, Metric } from '../../upstream/catalogue/metrics.ts';
import {
  derivedCost,
  derivedOfKind,
  derivedRate,
  metricOf,
  metricsOfKind,
  mobileConversion,
  webConversion,
} from '../../upstream/catalogue/metrics.ts';
import { camelCase, moneyName } from '../../upstream/catalogue/names.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { leafWriters, type Sink } from '../../upstream/client/sink.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { Money, moneyOf } from './money.ts';

/** A metric that is no conversion. */
const figureOf = (view: Pick<MetricsView, 'value'>, metric: string): Figure => {
  const value = view.value(metric);
  return typeof value === 'object' ? null : value;
};

type MetricFieldBuilder = ObjectFieldBuilder<SchemaTypes, MetricsView>;

/** A sum or a quotient, as the field `name` shows it. Throws ValueError beyond 64 bits. */
const shown = (figure: Figure, name: string): Figure => {
  if (typeof figure !== 'string' || hasLongRange(figure)) return figure;
  throw new ValueError({ tooLong: name });
};

const conversions = (name: string, doc: string, members: Readonly<Record<string, string>>) =>
  builder.objectRef<Conversion>(name).implement({
    description: doc,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(members).map(([member, about]) => {
          const field = camelCase(member);
          return [
            field,
            t.field({
              type: 'Long',
              description: `${about}; null if the API has none.`,
              resolve: (conversion) => shown(conversion[member] ?? null, field),
            }),
          ];
        }),
      ),
  });

const conversionTypes = {
  webConversion: conversions(
    'WebConversions',
    'Conversions of one type on the Web: the counts are of the people who did it after an ad.',
    webConversion,
  ),
  mobileConversion: conversions(
    'MobileConversions',
    'Conversions of one type in an app: the counts are of the people who did it after an ad.',
    mobileConversion,
  ),
} as const;

const { long } = leafWriters;

const needs = (...metrics: readonly string[]) => ({ extensions: { facts: { needs: metrics } } });
const nothing = 'null if the API has none (its web console shows 0)';
const sourceOf = ({ name, group }: Metric): string => `REST: \`${name}\`, group ${group}.`;

const countField = (t: MetricFieldBuilder, metric: Metric) => {
  const name = camelCase(metric.name);
  const write = (view: MetricsView, out: Sink): boolean => long.write(out, view.value(metric.name));
  return t.field({
    type: 'Long',
    description: `${metric.doc}; ${nothing}. ${sourceOf(metric)}`,
    extensions: { facts: { needs: [metric.name], write } },
    resolve: (view) => shown(figureOf(view, metric.name), name),
  });
};

const microsField = (t: MetricFieldBuilder, { name, doc, ...metric }: Metric) =>
  countField(t, { ...metric, name, doc: `${doc}, in micros of the currency: amount × 1,000,000` });

const moneyField = (t: MetricFieldBuilder, { name, doc }: Metric) => {
  const field = moneyName(name);
  return t.field({
    type: Money,
    description: `${doc}, as an amount of money; null if the API has none. The amount of \`${camelCase(name)}\`.`,
    ...needs(name),
    resolve: (view) => moneyOf(shown(figureOf(view, name), field), view.currency),
  });
};

const conversionField = (t: MetricFieldBuilder, metric: Metric) => {
  const { name, kind } = metric;
  if (kind === 'count' || kind === 'micros') throw new TypeError(`${name} is no conversion`);
  return t.field({
    type: conversionTypes[kind],
    description: `${metric.doc}; null if there were none. ${sourceOf(metric)}`,
    ...needs(name),
    resolve: (view) => {
      const conversion = view.value(name);
      return typeof conversion === 'object' ? conversion : null;
    },
  });
};

const metricFields = (t: MetricFieldBuilder, metric: Metric): FieldMap => {
  const name = camelCase(metric.name);
  if (metric.kind === 'count') return { [name]: countField(t, metric) };
  if (metric.kind !== 'micros') return { [name]: conversionField(t, metric) };
  return { [name]: microsField(t, metric), [moneyName(metric.name)]: moneyField(t, metric) };
};

const derivedField = (t: MetricFieldBuilder, metric: DerivedMetric) => {
  const { of, per, times, doc } = metric;
  const formula = `\`${camelCase(of)}\`${times === 1 ? '' : ` × ${times}`} / \`${camelCase(per)}\``;
  const rest = `null if the divisor is null or 0`;
  if (metricOf(of).kind !== 'micros') {
    return t.float({
      description: `${doc}: ${formula}; ${rest}.`,
      ...needs(of, per),
      resolve: (view) => derivedRate(metric, (one) => figureOf(view, one)),
    });
  }
  return t.field({
    type: Money,
    description: `${doc}: ${formula}, rounded half up to a micro; ${rest}.`,
    ...needs(of, per),
    resolve: (view) =>
      moneyOf(
        shown(
          derivedCost(metric, (one) => figureOf(view, one)),
          camelCase(metric.name),
        ),
        view.currency,
      ),
  });
};

/** The type of the figures of a kind of entity. */
export const metricsType = (
  name: string,
  kind: string,
  doc: string,
): ObjectRef<SchemaTypes, MetricsView> =>
  builder.objectRef<MetricsView>(name).implement({
    description: doc,
    fields: (t) => ({
      ...Object.assign({}, ...metricsOfKind(kind).map((metric) => metricFields(t, metric))),
      ...Object.fromEntries(
        derivedOfKind(kind).map((metric) => [camelCase(metric.name), derivedField(t, metric)]),
      ),
    }),
  });

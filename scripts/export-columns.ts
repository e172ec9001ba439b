import { account } from '../src/upstream/catalogue/areas/accounts.ts';
import { campaign } from '../src/upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../src/upstream/catalogue/areas/funding-instruments.ts';
import { lineItem } from '../src/upstream/catalogue/areas/line-items.ts';
import { promotedTweet } from '../src/upstream/catalogue/areas/promoted-tweets.ts';
import { groupsOfSegments } from '../src/upstream/catalogue/areas/stats.ts';
import { targetingCriterion } from '../src/upstream/catalogue/areas/targeting-criteria.ts';
import type { Entity } from '../src/upstream/catalogue/language/entity.ts';
import { amountName, isMicros, withoutUnit } from '../src/upstream/catalogue/language/money.ts';
import type { Param } from '../src/upstream/catalogue/language/params.ts';
import {
  groupsTogether,
  type Metric,
  metricsOfKind,
  mobileConversion,
  webConversion,
} from '../src/upstream/catalogue/metrics.ts';
import { camelCase } from '../src/upstream/catalogue/names.ts';

/** A column of an exported table, as the catalogue describes it. */
interface Column {
  readonly name: string;
  /** The fields of the graph that lead to its value. */
  readonly field: string;
  readonly type: string;
  readonly unit: string | null;
  readonly doc: string;
  readonly source: string;
  readonly group?: string;
}

const types: Readonly<Record<string, string>> = {
  flag: 'BOOLEAN',
  int: 'INT64',
  long: 'INT64',
  time: 'TIMESTAMP',
  list: 'JSON',
};

const money = { type: 'DECIMAL', unit: 'currency' } as const;

/** A column, and the amount beside a column of micros. */
const withAmount = (column: Column): readonly Column[] =>
  isMicros(column.name)
    ? [
        { ...column, doc: withoutUnit(column.doc), unit: 'micros of the currency' },
        { ...column, ...money, name: amountName(column.name), doc: withoutUnit(column.doc) },
      ]
    : [column];

const columnOf = (entity: Entity, name: string, param: Param): readonly Column[] =>
  withAmount({
    name,
    field: name === 'id' ? 'restId' : camelCase(name),
    type: types[param.kind] ?? 'UTF8',
    unit: param.kind === 'time' ? 'UTC' : null,
    doc: name === 'id' ? `Identifier of the ${entity.name} in the API` : param.doc,
    source: `${entity.name}.${name}`,
  });

const accountId: Column = {
  name: 'account_id',
  field: '',
  type: 'UTF8',
  unit: null,
  doc: 'The account it belongs to',
  source: 'Account.id',
};

const ofEntity = (entity: Entity): readonly Column[] => {
  const columns = Object.entries(entity.columns).flatMap(([name, param]) =>
    columnOf(entity, name, param),
  );
  const [id, ...others] = columns;
  return [id as Column, ...(entity.inAccount ? [accountId] : []), ...others];
};

const membersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  webConversion,
  mobileConversion,
};

const ofMetric = ({ name, group, kind, doc }: Metric): readonly Column[] => {
  const column = { name, field: camelCase(name), type: 'INT64', unit: null, doc, group };
  const source = `metrics.${name}`;
  const members = Object.entries(membersOf[kind] ?? {});
  return members.length === 0
    ? withAmount({ ...column, source })
    : members.map(([member, memberDoc]) => ({
        ...column,
        name: `${name}_${member}`,
        field: `${camelCase(name)}.${camelCase(member)}`,
        doc: `${doc}: ${memberDoc}`,
        source: `${source}.${member}`,
      }));
};

const described = {
  entities: {
    accounts: ofEntity(account),
    funding_instruments: ofEntity(fundingInstrument),
    campaigns: ofEntity(campaign),
    line_items: ofEntity(lineItem),
    promoted_tweets: ofEntity(promotedTweet),
    targeting_criteria: ofEntity(targetingCriterion),
  },
  metrics: {
    ACCOUNT: metricsOfKind('ACCOUNT').flatMap(ofMetric),
    FUNDING_INSTRUMENT: metricsOfKind('FUNDING_INSTRUMENT').flatMap(ofMetric),
    CAMPAIGN: metricsOfKind('CAMPAIGN').flatMap(ofMetric),
  },
};

/** The groups that one request can have together, and those of each kind of segment. */
const groups = { together: groupsTogether, segments: groupsOfSegments };

/** `commands/export/columns.json`, with one column on each line. */
export const exportColumns = (): string => {
  const listed = (tables: Readonly<Record<string, readonly Column[]>>): string =>
    Object.entries(tables)
      .map(([name, columns]) => {
        const lines = columns.map((column) => `      ${JSON.stringify(column)}`);
        return `    "${name}": [\n${lines.join(',\n')}\n    ]`;
      })
      .join(',\n');
  const parts = Object.entries(described).map(
    ([name, tables]) => `  "${name}": {\n${listed(tables)}\n  }`,
  );
  const others = Object.entries(groups).map(
    ([name, value]) => `  "${name}": ${JSON.stringify(value)}`,
  );
  return `{\n${[...parts, ...others].join(',\n')}\n}\n`;
};

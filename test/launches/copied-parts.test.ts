import { expect, test } from 'vitest';
import { copiedColumns } from '../../src/resolvers/writes/launch/copied-values.ts';
import { creations } from '../../src/resolvers/writes/launch/launch-input.ts';
import { children } from '../../src/resolvers/writes/launch/tree.ts';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../src/upstream/catalogue/language/entity.ts';

const entities: readonly Entity[] = [
  ...new Set(endpoints.flatMap(({ returns: { of } }) => (of === null ? [] : [of]))),
];
const fates: Readonly<Record<string, Readonly<Record<string, string>>>> = copiedColumns;
const entityOf = (name: string): Entity => {
  const found = entities.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the catalogue has no ${name}`);
  return found;
};

/** The entities that can be created in a campaign or a line item. */
const made: readonly Entity[] = endpoints.flatMap(({ method, params, operations, returns }) => {
  const taken = { ...params, ...operations?.Create?.params };
  const isIn = 'campaign_id' in taken || 'line_item_id' in taken;
  return method === 'POST' && isIn && returns.of !== null ? [returns.of] : [];
});

test('everything that belongs to a campaign is copied', () => {
  const names = [...new Set(made.map(({ name }) => name))];
  expect(names).toContain('TrackingTag');
  expect(names.filter((name) => fates[name] === undefined)).toEqual([]);
});

test('a copy handles every column of a campaign and its parts', () => {
  for (const [name, columns] of Object.entries(fates)) {
    expect([name, Object.keys(columns).sort()]).toEqual([
      name,
      Object.keys(entityOf(name).columns).sort(),
    ]);
  }
});

test('every copied column can be sent, and every column that can be sent is copied', () => {
  const sent: readonly Endpoint[] = [
    creations.campaign,
    creations.lineItem,
    creations.criterion,
    ...children.map(({ creation }) => creation),
  ];
  // A launch sets these itself, and few applications may send the user.
  const launched = ['name', 'entity_status', 'advertiser_user_id'];
  for (const { returns, params } of sent) {
    const name = returns.of?.name ?? '';
    const columns = fates[name] ?? {};
    const copied = Object.keys(columns).filter((column) => columns[column] === 'copied');
    expect([name, copied.filter((column) => params[column] === undefined)]).toEqual([name, []]);
    const forgotten = Object.keys(params).filter((param) => !copied.includes(param));
    expect([name, forgotten.filter((param) => !launched.includes(param))]).toEqual([name, []]);
  }
  const own = ['LineItem', 'TargetingCriterion', 'PromotedTweet'];
  const others = made.map(({ name }) => name).filter((name) => !own.includes(name));
  expect(new Set(children.map(({ create }) => create.returns.of.name))).toEqual(new Set(others));
});

import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { createRandom } from '../random.ts';
import { requireRow, responseWith } from '../read.ts';
import { invalid } from '../refusal.ts';
import type { Handler } from '../scope.ts';
import { audienceAt } from './custom-audiences.ts';
import { iabCategory } from './iab-categories.ts';

/**
 * Types of criteria that only narrow others, assumed not to be primary. The documentation says that
 * one criterion must be primary, but not which types are.
 */
const refining: ReadonlySet<unknown> = new Set([
  'AGE',
  'APP_LIST',
  'DEVICE',
  'GENDER',
  'LANGUAGE',
  'LOCATION',
  'NETWORK_ACTIVATION_DURATION',
  'NETWORK_OPERATOR',
  'PLATFORM',
  'PLATFORM_VERSION',
  'WIFI_ONLY',
]);

const everybody = 60_000_000;

/**
 * An invented size, always the same for the same criteria: each criterion keeps a share of
 * 60,000,000 people.
 */
const sizeOf = (criteria: readonly Values[], operator: unknown): number =>
  criteria.reduce((size, criterion) => {
    const { targeting_type: type, targeting_value: value, operator_type: own } = criterion;
    const share = createRandom(`${type} ${value}`).between(refining.has(type) ? 20 : 5, 60) / 100;
    return size * ((own ?? operator) === 'NE' ? 1 - share / 10 : share);
  }, everybody);

const estimateAudience: Handler = (scope) => {
  const { input, echo } = scope;
  const parameter = 'targeting_criteria';
  const criteria = input[parameter] as readonly Values[];
  if (criteria.every(({ targeting_type: type }) => refining.has(type))) {
    throw invalid(parameter, 'At least one criterion must be primary');
  }
  for (const { targeting_type: type, targeting_value: value, line_item_id: lineItem } of criteria) {
    if (lineItem != null)
      requireRow(scope, { entity: 'LineItem', parameter: 'line_item_id' }, lineItem);
    if (/^CUSTOM_AUDIENCE/.test(String(type))) audienceAt(scope, 'targeting_value', String(value));
    if (type === 'IAB_CATEGORY') iabCategory(String(value), 'targeting_value', scope);
  }
  const size = sizeOf(criteria, input['operator_type'] ?? 'EQ');
  const data = { audience_size: { min: Math.floor(size * 0.9), max: Math.ceil(size * 1.1) } };
  return responseWith({ ...scope, echo: { ...(echo as Values), [parameter]: null } }, 200, data);
};

export const handlers: Readonly<Record<string, Handler>> = { estimateAudience };

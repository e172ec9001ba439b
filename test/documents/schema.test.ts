import type { GraphQLArgument, GraphQLObjectType, GraphQLScalarType } from 'graphql';
import { isEnumType, isInputObjectType, isObjectType, isScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { nodeEntities } from '../../src/schema/fields/entities.ts';
import { schema } from '../../src/schema/index.ts';

const objectType = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new TypeError(`${name} is no object type`);
  return type;
};
const descriptionOf = (type: string, field: string): string =>
  objectType(type).getFields()[field]?.description ?? '';

describe('the descriptions of the schema', () => {
  test('a scalar names a document only if it accepts its values, and no more', () => {
    const documents = ['Long', 'DateTime'].map((name) => {
      const type = schema.getType(name);
      return isScalarType(type) ? (type.specifiedByURL ?? null) : null;
    });
    expect(documents).toEqual(['https://spec.openapis.org/registry/format/int64', null]);
  });

  test.each([
    ['2026-06-01T09:00:00Z', '2026-06-01T09:00:00Z'],
    ['2026-06-01T09:00Z', '2026-06-01T09:00:00Z'],
    ['2026-06-01T09:00:00.1239Z', '2026-06-01T09:00:00.123Z'],
    ['2026-06-01T09:00:00.000Z', '2026-06-01T09:00:00Z'],
    ['2026-06-01T09:00:00.5+02:00', '2026-06-01T07:00:00.500Z'],
    ['2026-06-01T09:00+02', '2026-06-01T07:00:00Z'],
    ['2026-06-01T09:00:00+0200', '2026-06-01T07:00:00Z'],
    ['2026-06-01T09:00:00-14:00', '2026-06-01T23:00:00Z'],
    ['2026-06-01T09:00:00+15:00', null],
    ['2026-06-01T09:00:00', null],
    ['2026-06-01', null],
  ])('a DateTime accepts %s as its description says, as %s', (written, utc) => {
    const read = () => (schema.getType('DateTime') as GraphQLScalarType).parseValue(written);
    if (utc === null) expect(read).toThrow();
    else expect(read()).toBe(utc);
  });

  test.each([
    ['TaxSettings', /^How invoices of an account are taxed and addressed\.$/],
    ['Mutation.deletePromotedTweet', /console.*Paused/],
    ['Mutation.deleteCustomAudiencePermission', /keep running and cannot be copied/],
    ['Mutation.deleteTailoredAudiencePermission', /keep running and cannot be copied/],
    ['TargetingType', /every week/],
    ['TargetingCriterion.targetingValue', /every week/],
    ['Query.biddingRules', /once a month/],
    ['PageInfo.startCursor', /null for a page without rows/],
    ['PageInfo.endCursor', /stopped looking\. Null for a page that has neither/],
    ['CustomAudienceUsersUpdate.effectiveAt', /^When the people join/],
    ['CustomAudienceUsersDelete.effectiveAt', /^When the people leave/],
    ['CustomAudienceUsersDelete.expiresAt', /X does not document/],
  ])('%s is described as in the documents', (path, words) => {
    const [name = '', field = ''] = path.split('.');
    const type = schema.getType(name);
    const fields = isObjectType(type) || isInputObjectType(type) ? type.getFields() : {};
    const said = (field === '' ? type : fields[field])?.description;
    expect(said).toMatch(words);
  });

  test('only types that implement Node promise an id for `node`', () => {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.endsWith('Payload')) continue;
      const description = type.getFields()['id']?.description ?? '';
      if (!description.startsWith('Global id')) continue;
      expect([type.name, description.includes('for `node`')]).toEqual([
        type.name,
        nodeEntities.has(type.name),
      ]);
    }
    for (const name of ['LegacyCard', 'MediaLibraryItem', 'Tweet']) {
      expect(descriptionOf(name, 'id')).toContain('`node` does not find it');
    }
  });

  test('an enumeration for inputs alone has no value that no input accepts', () => {
    const shown = new Set<string>();
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        shown.add(String(field.type).replace(/[[\]!]/g, ''));
      }
    }
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isEnumType(type) || type.getValue('UNRECOGNIZED') === undefined) continue;
      expect([type.name, shown.has(type.name)]).toEqual([type.name, true]);
    }
    const timeline = schema.getType('TimelineType');
    expect(isEnumType(timeline) && timeline.getValue('UNRECOGNIZED')).toBeUndefined();
  });

  test('an input lists the nulls that remove something', () => {
    const said = (name: string) => schema.getType(name)?.description;
    expect(said('UpdateDraftTweetInput')).toContain('Null removes `cardUri` and `mediaKeys`');
    expect(said('UpdateCampaignInput')).toMatch(
      /Null removes `dailyBudgetAmountLocalMicro` and `totalBudgetAmountLocalMicro`\. Null is refused for `name`\. Any other null is sent as an empty value;/,
    );
    expect(said('UpdateUserSettingsInput')).toContain('A null is sent as an empty value');
    expect(said('UpdateCardInput')).toMatch(/refused for `name`, `components` and `slides`\.$/);
    expect(said('CreateCampaignInput')).not.toContain('null');
  });

  test.each([
    ['LegacyCard', 'firstCta image websiteTitle'],
    ['VideoConversationCard', 'videoUrl videoHlsUrl videoPosterUrl videoContentId'],
    ['ImageConversationCard', 'image'],
    ['CustomAudience', 'listType'],
    ['DraftTweet', 'deleted'],
    ['ScheduledTweet', 'deleted'],
  ])('%s has the columns of the recordings: %s', (name, columns) => {
    const fields = objectType(name).getFields();
    for (const column of columns.split(' ')) {
      expect([column, String(fields[column]?.type).endsWith('!')]).toEqual([column, false]);
      expect(fields[column]).toBeDefined();
    }
  });

  test('every description exists and ends like a sentence', () => {
    expect(described().filter(([, said]) => !/[.!]$/.test(said))).toEqual([]);
  });

  // Editors show one description at a time, and files have fields in alphabetical order.
  test('a description can be understood without its neighbours', () => {
    const leaning = /^(That|The same)\b|\b(of|at) that (?!name\b)|likewise/;
    expect(described().filter(([, said]) => leaning.test(said))).toEqual([]);
  });

  test('limits are in the form of the argument, once, and not in another form', () => {
    const said = Object.fromEntries(described());
    expect(said['CreateLineItemInput.bidAmountLocalMicro']).toMatch(/Must be at least 1\.$/);
    expect(said['Account.abTests(liveDuring)']).toMatch(/\. Must have 2 items\.$/);
    expect(said['SwipeableMediaComponentInput.mediaKeys']).toMatch(/\. Must have 2 to 6 items\.$/);
    expect(said['Account.campaigns(campaignIds)']).toMatch(/\. Must have at most 200 items\.$/);
    for (const [at, words] of described()) {
      expect([at, /must have at least \d+ items\. must have at most/i.test(words)]).toEqual([
        at,
        false,
      ]);
      // A value that `forms` calls RAW is no hash.
      if (words.includes('hashed or raw')) expect(words).not.toContain('64 hex digits');
    }
  });

  test('a write without a known outcome says what to do with a key and without one', () => {
    const said = Object.fromEntries(described());
    expect(said['Outcome.UNKNOWN']).toMatch(/same `idempotencyKey`.*; without one, read the data/);
    expect(said['Outcome.NOT_APPLIED']).toMatch(/another item of its batch.*earlier step/);
  });
});

/** Every description with its place: `Account.campaigns(first)`. */
const described = (): readonly (readonly [at: string, said: string])[] => [
  ...schema
    .getDirectives()
    .flatMap(({ name, description, args }) => withArgs(`@${name}`, description, args)),
  ...Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || ['ID', 'Int', 'String', 'Boolean'].includes(type.name))
      return [];
    const values = isEnumType(type) ? type.getValues() : [];
    const fields = isObjectType(type) || isInputObjectType(type) ? type.getFields() : {};
    return [
      [type.name, type.description ?? ''] as const,
      ...values.map(
        ({ name, description }) => [`${type.name}.${name}`, description ?? ''] as const,
      ),
      ...Object.values(fields).flatMap((field) =>
        withArgs(
          `${type.name}.${field.name}`,
          field.description,
          'args' in field ? field.args : [],
        ),
      ),
    ];
  }),
];

const withArgs = (
  at: string,
  description: string | null | undefined,
  args: readonly GraphQLArgument[],
) => [
  [at, description ?? ''] as const,
  ...args.map((arg) => [`${at}(${arg.name})`, arg.description ?? ''] as const),
];

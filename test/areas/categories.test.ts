import { beforeEach, describe, expect, test } from 'vitest';
import { bikes, travel } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

describe('curated categories', () => {
  test('are those that are available in one of the countries', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${bikes}") { curatedCategories(countryCodes: ["JP", "AU"]) { nodes { restId name countryCodes accountId } pageInfo { hasNextPage } } } }`,
    );
    expect(data.account.curatedCategories).toEqual({
      nodes: [
        { restId: 'cc2v', name: 'Anime Trailers', countryCodes: ['JP', 'US'], accountId: bikes },
        {
          restId: 'cc2w',
          name: 'Cooking at Home',
          countryCodes: ['US', 'CA', 'GB', 'AU', 'DE'],
          accountId: bikes,
        },
        {
          restId: 'cc2x',
          name: 'Rail Journeys',
          countryCodes: ['GB', 'DE', 'NL', 'SE', 'JP'],
          accountId: bikes,
        },
      ],
      pageInfo: { hasNextPage: false },
    });
    expect(calls).toHaveLength(1);
    // The endpoint takes no count, no order and no flags.
    expect(calls[0]?.query).toEqual({ country_codes: 'JP,AU' });
  });

  test('continue after a cursor although their pages have a fixed size', async () => {
    const first = await running.ask(
      `{ account(id: "${bikes}") { curatedCategories(first: 1, countryCodes: ["JP"]) { nodes { restId } pageInfo { endCursor hasNextPage } } } }`,
    );
    const { nodes, pageInfo } = first.data.account.curatedCategories;
    expect([nodes, pageInfo.hasNextPage]).toEqual([[{ restId: 'cc2v' }], true]);
    const next = await running.ask(
      `query ($after: String) { account(id: "${bikes}") { curatedCategories(first: 1, after: $after, countryCodes: ["JP"]) { nodes { restId } pageInfo { hasNextPage } } } }`,
      { after: pageInfo.endCursor },
    );
    expect(next.data.account.curatedCategories).toEqual({
      nodes: [{ restId: 'cc2x' }],
      pageInfo: { hasNextPage: false },
    });
  });

  test.each([
    ['[]', 'countryCodes'],
    ['["USA"]', 'countryCodes[0]'],
    ['["US", "us"]', 'countryCodes[1]'],
  ])('need two-letter codes: %s is refused before any call', async (codes, argument) => {
    const { errors, calls } = await running.ask(
      `{ account(id: "${bikes}") { curatedCategories(countryCodes: ${codes}) { nodes { name } } } }`,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
    expect(calls).toEqual([]);
  });

  test('are found by either form of their id, and are null if there is none', async () => {
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${bikes}") {
        plain: curatedCategory(id: "CC2T") { id name description videosMonetizedInLastThirtyDays publisherUserIds }
        global: curatedCategory(id: "CuratedCategory:${bikes}:cc2t") { restId }
        none: curatedCategory(id: "zz9") { name }
      } node(id: "CuratedCategory:${bikes}:cc2u") { ... on CuratedCategory { name account { restId } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.account.plain).toMatchObject({
      id: `CuratedCategory:${bikes}:cc2t`,
      name: 'Morning Shows ',
      description: 'Programmes that people wake up with',
    });
    expect(data.account.plain.publisherUserIds).toContain('1610000000000000000');
    expect(data.account).toMatchObject({ global: { restId: 'cc2t' }, none: null });
    expect(data.node).toEqual({ name: 'Football Highlights', account: { restId: bikes } });
    // One call for each: the list cannot be filtered by id, and the link with its id alone costs
    // none.
    expect(calls.map(({ path }) => path).toSorted()).toEqual([
      `/12/accounts/${bikes}/curated_categories/cc2t`,
      `/12/accounts/${bikes}/curated_categories/cc2u`,
      `/12/accounts/${bikes}/curated_categories/zz9`,
    ]);
  });
});

describe('curated categories of line items', () => {
  const made = (input: string) =>
    `mutation { createLineItemCuratedCategory(input: { accountId: "${travel}", ${input} }) {
      outcome errors { code argument parameter } lineItemCuratedCategory {
        id restId lineItemId curatedCategoryId deleted lineItem { restId productType } curatedCategory { name }
      }
    } }`;

  test('are created, changed and deleted, with links to both ends', async () => {
    const created = await running.ask(made('lineItemId: "lrv4l004", curatedCategoryId: "cc2u"'));
    const { outcome, lineItemCuratedCategory: row } = created.data.createLineItemCuratedCategory;
    expect(outcome).toBe('APPLIED');
    expect(row).toMatchObject({
      lineItemId: 'lrv4l004',
      curatedCategoryId: 'cc2u',
      deleted: false,
      lineItem: { restId: 'lrv4l004', productType: 'PROMOTED_TWEETS' },
      curatedCategory: { name: 'Football Highlights' },
    });
    expect(created.calls).toHaveLength(3);

    const changed = await running.ask(
      `mutation ($id: ID!) { updateLineItemCuratedCategory(input: { accountId: "${travel}", lineItemCuratedCategoryId: $id, curatedCategoryId: "cc2x" }) {
        outcome errors { code message argument } lineItemCuratedCategory { lineItemId curatedCategoryId }
      } }`,
      { id: row.id },
    );
    expect(changed.data.updateLineItemCuratedCategory).toEqual({
      outcome: 'APPLIED',
      errors: [],
      lineItemCuratedCategory: { lineItemId: 'lrv4l004', curatedCategoryId: 'cc2x' },
    });
    expect(changed.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'PUT',
        `/12/accounts/${travel}/line_item_curated_categories/${row.restId}`,
        'curated_category_id=cc2x',
      ],
    ]);

    const adrift = await running.ask(
      `mutation { updateLineItemCuratedCategory(input: { accountId: "${travel}", lineItemCuratedCategoryId: "${row.restId}", lineItemId: null }) { outcome errors { code argument parameter } } }`,
    );
    expect(adrift.data.updateLineItemCuratedCategory).toEqual({
      outcome: 'REJECTED',
      errors: [
        { code: 'INVALID_PARAMETER', argument: 'input.lineItemId', parameter: 'line_item_id' },
      ],
    });

    const remove = `mutation { deleteLineItemCuratedCategory(input: { accountId: "${travel}", lineItemCuratedCategoryId: "${row.restId}" }) {
      outcome errors { code argument } lineItemCuratedCategory { deleted }
    } }`;
    const removed = await running.ask(remove);
    expect(removed.data.deleteLineItemCuratedCategory).toEqual({
      outcome: 'APPLIED',
      errors: [],
      lineItemCuratedCategory: { deleted: true },
    });
    expect(removed.calls).toHaveLength(1);
    const again = await running.ask(remove);
    expect(again.data.deleteLineItemCuratedCategory).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND', argument: 'input.lineItemCuratedCategoryId' }],
      lineItemCuratedCategory: null,
    });
  });

  test('are REJECTED for a line item that does not exist', async () => {
    const { data, calls } = await running.ask(made('lineItemId: "l0", curatedCategoryId: "cc2u"'));
    expect(data.createLineItemCuratedCategory).toEqual({
      outcome: 'REJECTED',
      errors: [
        { code: 'LINE_ITEM_NOT_FOUND', argument: 'input.lineItemId', parameter: 'line_item_id' },
      ],
      lineItemCuratedCategory: null,
    });
    expect(calls).toHaveLength(1);
  });

  test('refuse ids of another kind or account before any call', async () => {
    for (const lineItemId of [`Campaign:${travel}:crv4l001`, 'LineItem:18ce54gam3j:lam3j000']) {
      const { data, errors, calls } = await running.ask(
        made(`lineItemId: "${lineItemId}", curatedCategoryId: "cc2u"`),
      );
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.lineItemId',
      });
      expect(calls).toEqual([]);
    }
  });
});

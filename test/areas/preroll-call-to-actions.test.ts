import { beforeEach, describe, expect, test } from 'vitest';
import { cardsWorld, put } from '../support/cards-world.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { expectRefused } from '../support/refusals.ts';

const a = 'pre1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
  cardsWorld(running, a);
  const { store } = running.emulator;
  for (const id of ['l1', 'l2']) {
    store.insert('LineItem', a, { ...store.find('LineItem', a, id), objective: 'PREROLL_VIEWS' });
  }
});

const mutate = (name: string, input: object) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { outcome errors { code argument parameter }
        prerollCallToAction { restId lineItemId callToAction callToActionUrl deleted } } }`,
    { input: { accountId: a, ...input } },
  );
const create = (input: object = {}) =>
  mutate('createPrerollCallToAction', {
    lineItemId: 'l1',
    callToAction: 'WATCH_NOW',
    callToActionUrl: 'https://film.example/?a=b&c=d',
    ...input,
  });
describe('preroll call-to-actions', () => {
  test('are created in one call for a line item with the objective PREROLL_VIEWS', async () => {
    const { data, calls } = await create({ lineItemId: `LineItem:${a}:l1` });
    expect(data.createPrerollCallToAction).toMatchObject({
      outcome: 'APPLIED',
      errors: [],
      prerollCallToAction: {
        lineItemId: 'l1',
        callToAction: 'WATCH_NOW',
        callToActionUrl: 'https://film.example/?a=b&c=d',
        deleted: false,
      },
    });
    expect(requests(calls, a)).toEqual(['POST preroll_call_to_actions']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      line_item_id: 'l1',
      call_to_action: 'WATCH_NOW',
      call_to_action_url: 'https://film.example/?a=b&c=d',
    });
  });

  test('are refused by the API for other line items and for those that do not exist', async () => {
    for (const [lineItemId, code] of [
      ['l3', 'INCOMPATIBLE_LINE_ITEM'],
      ['l99', 'LINE_ITEM_NOT_FOUND'],
    ]) {
      const { data } = await create({ lineItemId });
      expect(data.createPrerollCallToAction).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ code, parameter: 'line_item_id' }],
        prerollCallToAction: null,
      });
    }
  });

  test('are refused before any call if the address or the label is invalid', async () => {
    await expectRefused(create({ callToActionUrl: 'film' }), 'input.callToActionUrl');
    await expectRefused(create({ callToAction: 'UNRECOGNIZED' }), 'input.callToAction');
    await expectRefused(create({ callToAction: 'BUY' }), 'input.callToAction');
  });

  test('are changed, and deleted softly and once', async () => {
    const { restId } = (await create()).data.createPrerollCallToAction.prerollCallToAction;
    const which = { prerollCallToActionId: restId };
    const { data, calls } = await mutate('updatePrerollCallToAction', {
      ...which,
      callToAction: 'SHOP',
    });
    expect(requests(calls, a)).toEqual([`PUT preroll_call_to_actions/${restId}`]);
    expect(calls[0]?.body).toBe('call_to_action=SHOP');
    expect(data.updatePrerollCallToAction.prerollCallToAction).toMatchObject({
      callToAction: 'SHOP',
      callToActionUrl: 'https://film.example/?a=b&c=d',
    });
    const deleted = await mutate('deletePrerollCallToAction', which);
    expect(deleted.data.deletePrerollCallToAction.prerollCallToAction).toMatchObject({
      restId,
      deleted: true,
    });
    const again = await mutate('deletePrerollCallToAction', which);
    expect(again.data.deletePrerollCallToAction).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
    const found = await running.ask(
      `{ account(id: "${a}") { hidden: prerollCallToAction(id: "${restId}") { deleted }
         shown: prerollCallToAction(id: "${restId}", withDeleted: true) { deleted } } }`,
    );
    expect(found.data.account).toEqual({ hidden: null, shown: { deleted: true } });
  });

  test('of many line items are one call, and link back to them without a call for ids', async () => {
    for (const [id, lineItemId, n] of [
      ['x1', 'l1', 1],
      ['x2', 'l1', 2],
      ['x3', 'l2', 3],
    ] as const) {
      put(
        running,
        { account: a, entity: 'PrerollCallToAction' },
        {
          id,
          n,
          line_item_id: lineItemId,
          call_to_action: 'GO_TO',
        },
      );
    }
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { lineItems { nodes { restId
        prerollCallToActions { nodes { restId callToAction lineItem { restId } } } } } } }`,
    );
    expect(
      data.account.lineItems.nodes.map(
        (node: { restId: string; prerollCallToActions: { nodes: { restId: string }[] } }) => [
          node.restId,
          node.prerollCallToActions.nodes.map(({ restId }) => restId),
        ],
      ),
    ).toEqual([
      ['l1', ['x1', 'x2']],
      ['l2', ['x3']],
      ['l3', []],
    ]);
    expect(requests(calls, a)).toEqual(['GET line_items', 'GET preroll_call_to_actions']);
    expect(calls[1]?.query['line_item_ids']).toBe('l1,l2,l3');
    const links = await running.ask(
      `{ account(id: "${a}") { prerollCallToActions(prerollCallToActionIds: ["x1", "x3"]) {
        nodes { lineItem { objective } account { restId } } } } }`,
    );
    expect(links.data.account.prerollCallToActions.nodes).toEqual([
      { lineItem: { objective: 'PREROLL_VIEWS' }, account: { restId: a } },
      { lineItem: { objective: 'PREROLL_VIEWS' }, account: { restId: a } },
    ]);
    expect(requests(links.calls, a)).toEqual(['GET preroll_call_to_actions', 'GET line_items']);
  });

  test('are listed by at most 200 ids of either kind', async () => {
    const ids = (count: number) => `[${'"x1", '.repeat(count)}]`;
    for (const name of ['lineItemIds', 'prerollCallToActionIds']) {
      const list = (count: number) =>
        running.ask(
          `{ account(id: "${a}") { prerollCallToActions(${name}: ${ids(count)}) { nodes { restId } } } }`,
        );
      expect((await list(200)).data.account.prerollCallToActions.nodes).toEqual([]);
      await expectRefused(list(201), name);
    }
  });
});

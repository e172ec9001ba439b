import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import * as documents from './generated/graphql.ts';
import {
  AccountsDocument,
  CreateAndPauseDocument,
  WholeAccountDocument,
} from './generated/graphql.ts';
import { useGateway } from './support/gateway.ts';

const running = useGateway();

/** Asks as a front end with generated documents does: the answer has the document's type. */
const askTyped = async <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
): Promise<Data> => {
  const { data, errors } = await running.ask(print(document));
  expect(errors).toBeUndefined();
  return data as Data;
};

const operations = Object.entries(documents).filter(([name]) => name.endsWith('Document'));

describe('the examples of the explorer', () => {
  test.each(operations)('%s answers without an error', async (_name, document) => {
    running.emulator.reset({ data: true });
    const data = await askTyped(document as TypedDocumentNode<object>);
    for (const field of Object.values(data)) expect(field).not.toBeNull();
  });

  test('are typed as they answer', async () => {
    const { viewer, accounts } = await askTyped(AccountsDocument);
    expect(viewer.signedIn).toBe(true);
    expect(accounts?.nodes.map(({ name }) => name)).toContain('Nordlicht Bikes');
    const whole = await askTyped(WholeAccountDocument);
    const budget = whole.accounts?.nodes[0]?.campaigns?.nodes[0]?.dailyBudget;
    expect(budget).toEqual({ micros: '360000000', amount: '360', currency: 'EUR' });
    const { batchCampaigns } = await askTyped(CreateAndPauseDocument);
    expect(batchCampaigns?.outcome).toBe('APPLIED');
    expect(batchCampaigns?.results.map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED']);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  AccountsDocument,
  CreateAndPauseDocument,
  WholeAccountDocument,
} from '../generated/graphql.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

/**
 * Sends an operation like a front end with generated documents: the answer has the document's type.
 */
const askTyped = async <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
): Promise<Data> => {
  const { data, errors } = await running.ask(print(document));
  expect(errors).toBeUndefined();
  return data as Data;
};

const folder = new URL('../../explorer/examples/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));

describe('the examples of the explorer', () => {
  test.each(names)('%s answers without an error', async (name) => {
    running.emulator.reset({ data: true });
    const given = name.replace('.graphql', '.json');
    const variables = existsSync(new URL(given, folder)) ? JSON.parse(read(given)) : {};
    const { data, errors } = await running.ask(read(name), variables);
    expect(errors).toBeUndefined();
    for (const field of Object.values(data)) expect(field).not.toBeNull();
  });

  test('have types that match their answers', async () => {
    const { viewer, accounts } = await askTyped(AccountsDocument);
    expect(viewer).toEqual({ signedIn: false, asOwner: true, screenName: null });
    expect(accounts?.nodes.map(({ name }) => name)).toContain('Nordlicht Bikes');
    const whole = await askTyped(WholeAccountDocument);
    const budget = whole.accounts?.nodes[0]?.campaigns?.nodes[0]?.dailyBudget;
    expect(budget).toEqual({ micros: '360000000', amount: '360', currency: 'EUR' });
    const { batchCampaigns } = await askTyped(CreateAndPauseDocument);
    expect(batchCampaigns?.outcome).toBe('APPLIED');
    expect(batchCampaigns?.results.map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED']);
  });
});

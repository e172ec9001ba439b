import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const seen: string[] = [];
const added: Plugin = {
  onRequest: () => void seen.push('onRequest'),
  onRequestParse: () => void seen.push('onRequestParse'),
  onParams: () => void seen.push('onParams'),
  onResultProcess: () => void seen.push('onResultProcess'),
};
const adding: Plugin = { onPluginInit: ({ addPlugin }) => addPlugin(added) };
const running = useGateway({ parts: { plugins: [adding] } });

test('a plugin that another plugin adds sees each stage', async () => {
  const { data, calls } = await running.ask(`{ account(id: "${bikes}") { name } }`);
  expect(data).toEqual({ account: { name: 'Nordlicht Bikes' } });
  expect(calls).toHaveLength(1);
  expect(seen).toEqual(['onRequest', 'onRequestParse', 'onParams', 'onResultProcess']);
});

import { describe, expect, test } from 'vitest';
import { startGateway, useGateway } from '../support/gateway.ts';

const running = useGateway();
const messagesOf = async (document: string, { ask } = running) =>
  ((await ask(document)).errors ?? []).map(({ message }) => message);
const refused = (field: string, type = 'Query') =>
  `Cannot query field "${field}" on type "${type}".`;

describe('a field of an account at the root', () => {
  test.each(['campaign', 'lineItem', 'fundingInstrument'])(
    'is refused with the ways to it: %s',
    async (field) => {
      expect(await messagesOf(`{ ${field}(id: "cik3s001") { id } }`)).toEqual([
        `${refused(field)} Did you mean "node(id:)" or "account(id:) { ${field}(id:) }"?`,
      ]);
    },
  );

  test('is refused with the way to a list', async () => {
    expect(await messagesOf('{ campaigns { nodes { id } } }')).toEqual([
      `${refused('campaigns')} Did you mean "account(id:) { campaigns }"?`,
    ]);
  });

  test('is refused without a way if suggestions are off', async () => {
    const closed = await startGateway({ env: { INTROSPECTION: 'off' } });
    const told = await messagesOf('{ campaign(id: "cik3s001") { id } }', closed);
    await closed.close();
    expect(told).toEqual([refused('campaign')]);
  });

  test('leaves other fields their usual suggestions', async () => {
    expect(await messagesOf('{ acounts { nodes { id } } }')).toEqual([
      expect.stringContaining(`${refused('acounts')} Did you mean "accounts"`),
    ]);
    expect(await messagesOf('{ viewer { campaign { id } } }')).toEqual([
      refused('campaign', 'Viewer'),
    ]);
  });
});

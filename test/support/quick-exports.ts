import { exportFiles } from '../../commands/export/export.ts';
import { silent } from '../../commands/output.ts';
import type { Emulator } from '../../emulator/server.ts';
import { bikes } from './accounts.ts';
import { startGateway } from './gateway.ts';
import { quickTime } from './quick-time.ts';

/** A campaign of that account which runs all year. */
const steady = 'cik3s00e';

/** The rows that an account with all campaigns has, or with one. */
const rowsOf = ({ store }: Emulator, isSmall: boolean) => {
  const lines = new Set(
    store
      .rows('LineItem', bikes)
      .flatMap((row) => (row['campaign_id'] === steady ? row['id'] : [])),
  );
  const isIn: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
    FundingInstrument: () => true,
    Campaign: ({ id }) => id === steady,
    LineItem: ({ id }) => lines.has(id),
    PromotedTweet: ({ line_item_id: id }) => lines.has(id),
  };
  return Object.entries(isIn).flatMap(([name, holds]) =>
    store
      .rows(name, bikes)
      .filter((row) => !isSmall || holds(row))
      .map((row) => [name, row] as const),
  );
};

/** Makes so many accounts with campaigns of one of the seed: all of them, or one. */
const addAccounts = (
  emulator: Emulator,
  { accounts, isSmall = false }: World,
): readonly string[] => {
  const { store, grant, credentials } = emulator;
  const rows = rowsOf(emulator, isSmall);
  return Array.from({ length: accounts }, (_, index) => {
    const id = `18ce6${String(index).padStart(5, '0')}`;
    grant(credentials.userId, id);
    store.insert('Account', null, { ...store.find('Account', null, bikes), id, name: id });
    for (const [name, row] of rows) store.insert(name, id, row);
    return id;
  });
};

const writing = 'w'.repeat(40);
const reading = 'r'.repeat(40);

/** The accounts and the API in which exports run. */
interface World {
  /** The number of accounts. */
  readonly accounts: number;
  /** True if they have one campaign each. */
  readonly isSmall?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The options of a run of an export. */
interface Running {
  readonly words: Readonly<Record<string, string | boolean>>;
  readonly mayWrite?: boolean;
  /** Is told each sentence. */
  readonly onSay?: (text: string) => void;
}

/** A gateway whose exports run in this process, on a clock on which a wait takes no time. */
export const quickExports = async (world: World) => {
  const { now, pace, pass } = quickTime();
  const keys = `nightly:${writing}:owner,reader:${reading}:owner-reads`;
  const running = await startGateway({
    env: { GATEWAY_API_KEYS: keys, TIMEOUT_CALL_MS: '60000', ...world.env },
    emulator: { now, rateWindows: true },
    parts: { now, pace },
  });
  const { emulator } = running;
  const ids = addAccounts(emulator, world);
  const exported = async ({ words, mayWrite = true, onSay = () => undefined }: Running) => {
    const said: string[] = [];
    const lines: string[] = [];
    const say = (text: string): void => {
      said.push(text);
      onSay(text);
    };
    const [before, begin] = [emulator.calls().length, now()];
    const isWhole = await exportFiles(
      { account: ids.join(), url: running.url, format: 'ndjson', ...words },
      { ADS_GRAPH_KEY: mayWrite ? writing : reading },
      {
        clock: { now, pause: async (ms) => pass(ms) },
        print: async (text) => void lines.push(text),
        progress: { ...silent, say },
      },
    );
    const endpoints = Map.groupBy(emulator.calls().slice(before), ({ endpoint }) => endpoint ?? '');
    return {
      ...{ isWhole, said, minutes: (now() - begin) / 60_000 },
      lines: lines.map((line) => JSON.parse(line)),
      calls: Object.fromEntries([...endpoints].map(([name, some]) => [name, some.length])),
    };
  };
  return { emulator, ids, exported, close: running.close };
};

import { zoneOf } from '../../src/upstream/catalogue/language/zones.ts';
import type { Cell } from '../answers/table.ts';
import type { GraphAnswer } from '../graph-port.ts';
import type { PageOf, ToolCall } from './tool.ts';
import { argumentsOf, nextOf, tableOf, tableSchema, tool } from './tool.ts';

// Each account costs two more calls: for its role, and for a funding instrument with its currency.
const document = `query Accounts($after: String) {
  viewer { asOwner userId screenName }
  accounts(first: 50, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id name timezone
      viewerAccess { permissions }
      fundingInstruments(first: 1) { nodes { currency } }
    }
  }
}`;

interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly viewerAccess: { readonly permissions: readonly string[] | null } | null;
  readonly fundingInstruments: {
    readonly nodes: readonly { readonly currency: string | null }[];
  } | null;
}

interface AccountsData {
  readonly viewer: {
    readonly asOwner: boolean;
    readonly userId: string | null;
    readonly screenName: string | null;
  } | null;
  readonly accounts: PageOf<ListedAccount> | null;
}

const rowOf = (account: ListedAccount): readonly Cell[] => [
  account.id,
  account.name,
  account.fundingInstruments?.nodes[0]?.currency ?? null,
  account.timezone,
  account.viewerAccess?.permissions?.join(' ') ?? null,
];

/** `ads_accounts`: the first tool of an agent. */
export const accounts = tool({
  name: 'ads_accounts',
  title: 'Accounts',
  description:
    'Begin here. The ad accounts with currency, time zone and role; who asks, and what is left of the rate windows of the API.',
  input: argumentsOf({}),
  output: tableSchema,
  run: async (_, call) => {
    const pages = await pagesOf(call);
    const viewer = pages[0]?.data.viewer;
    const rows = pages.flatMap(({ data }) => data.accounts?.nodes ?? []);
    const windows = call.graph
      .cost()
      .windows.map(
        ({ scope, remaining, limit, resetAt }) =>
          `${scope}: ${remaining}${limit === null ? '' : ` of ${limit}`} calls left until ${resetAt}`,
      );
    const who = viewer?.asOwner ? 'the owner of the application' : `@${viewer?.screenName}`;
    return tableOf(
      {
        columns: ['id', 'name', 'currency', 'timeZone', 'role'],
        rows: rows.map(rowOf),
        notes: [
          `You act for ${who} (user ${viewer?.userId ?? 'unknown'}).`,
          approvalNote(call),
          ...todayNote(rows, call.now()),
          ...(nextOf(pages.at(-1)?.data.accounts) === null ? [] : [restNote]),
          ...windows,
        ],
      },
      call,
      pages,
    );
  },
});

/** The day in each of the time zones. */
const todayNote = (rows: readonly ListedAccount[], now: number): readonly string[] => {
  const zones = [...new Set(rows.flatMap(({ timezone }) => zoneOf(timezone ?? '') ?? []))];
  const byDay = Map.groupBy(zones, (zone) => zone.dayAt(now));
  const days = [...byDay].map(
    ([day, own]) => `${day} in ${own.map(({ name }) => name).join(', ')}`,
  );
  return days.length > 0 ? [`Today is ${days.join('; ')}.`] : [];
};

/** The note about the approval of writes. */
const approvalNote = ({ writing: { isOffered, mcpApproval } }: ToolCall): string => {
  if (!isOffered) return 'Nothing can be changed by these tools.';
  const whom = 'Changes are prepared with ads_prepare';
  return mcpApproval === 'page'
    ? `${whom}, and a person approves each of them on its page.`
    : `${whom}; the user approves what may spend or deletes, some things on a page.`;
};

const maxPages = 20;

const restNote = 'There are more accounts: ads_find with kind ACCOUNT lists all of them.';

const pagesOf = async ({ graph }: ToolCall): Promise<readonly GraphAnswer<AccountsData>[]> => {
  const pages: GraphAnswer<AccountsData>[] = [];
  let after: string | null = null;
  do {
    const page: GraphAnswer<AccountsData> = await graph.query({
      text: document,
      variables: { after },
    });
    pages.push(page);
    after = nextOf(page.data.accounts);
  } while (after !== null && pages.length < maxPages);
  return pages;
};

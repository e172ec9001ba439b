import { wrongArguments } from '../tool-error.ts';
import type { PageOf, ToolCall } from './tool.ts';

const document = `query AccountsNamed($name: String!) {
  accounts(q: $name, first: 50) { pageInfo { hasNextPage endCursor } nodes { id name } }
}`;

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/** An id has a digit, and nothing but digits and letters. */
const isId = (account: string): boolean => /^(account:)?(?=\w*\d)[a-z\d]+$/i.test(account);

/**
 * The arguments with the id of their account, which may be given by its name, or by the beginning
 * of a name if only one account has it. Rejects with ToolError for a name of none or several.
 */
export const withAccountId = async <Input extends { readonly account?: string | undefined }>(
  input: Input,
  { graph }: ToolCall,
): Promise<Input> => {
  const { account } = input;
  if (account === undefined || isId(account)) return input;
  const { data } = await graph.query<{ readonly accounts: PageOf<NamedAccount> | null }>({
    text: document,
    variables: { name: account },
  });
  const found = data.accounts?.nodes ?? [];
  const exact = found.filter(({ name }) => name.toLowerCase() === account.toLowerCase());
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (only !== undefined && others.length === 0) return { ...input, account: only.id };
  const named = found.slice(0, 5).map(({ id, name }) => `${name} (${id})`);
  const message =
    only === undefined
      ? `There is no account named ${account}: ads_accounts lists them.`
      : `${account} is not the name of one account: ${named.join(', ')}.`;
  throw wrongArguments([{ argument: 'account', message }]);
};

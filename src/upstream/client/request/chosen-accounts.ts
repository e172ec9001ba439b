import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import {
  identifierOf,
  lowerId,
  pathIdName,
  pathNames,
} from '../../catalogue/language/identifiers.ts';
import type { Values } from '../../catalogue/language/values.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { InputError } from '../errors.ts';

/** The accounts that a request may touch, by their ids in lower case. */
export type ChosenAccounts = ReadonlySet<string>;

/** One text for a set of accounts, as a key for data that belongs to them; '' for none. */
export const accountsText = (accounts: ChosenAccounts): string => [...accounts].toSorted().join();

/** The parameters of an endpoint that name accounts. */
interface AccountSpots {
  /** Its parameters that hold ids of accounts, including those in the path. */
  readonly params: readonly string[];
  /** The parameter that narrows a list of accounts; null for any other endpoint. */
  readonly list: string | null;
  /** True if it belongs to no account, but returns data of the viewer. */
  readonly isBeyond: boolean;
}

const spotsOf = memoize((endpoint: Endpoint): AccountSpots => {
  const { path, params, returns, isReference, readOnly } = endpoint;
  const named = Object.entries(params).flatMap(([name, param]) => {
    const inner = param.kind === 'list' ? param.of : param;
    return inner.kind === 'id' && isAccountId(inner.as ?? name) ? [name] : [];
  });
  const ofPath = pathNames(path).filter((name) => isAccountId(pathIdName(endpoint, name)));
  const isList = readOnly && ofPath.length === 0 && returns.of?.name === 'Account';
  const list = isList ? (named[0] ?? null) : null;
  const isBeyond = ofPath.length === 0 && !isReference && list === null;
  return { params: [...ofPath, ...named], list, isBeyond };
});

const isAccountId = (name: string): boolean => identifierOf(name).of === 'Account';

/**
 * The input of a call for a request that may touch these accounts only; it narrows a list of
 * accounts. Throws InputError (FORBIDDEN) for any other account, and for data without an account.
 */
export const withinAccounts = (
  endpoint: Endpoint,
  input: Values,
  accounts: ChosenAccounts,
): Values => {
  const { params, list, isBeyond } = spotsOf(endpoint);
  if (isBeyond) throw beyondAccounts();
  for (const name of params) {
    const ids = [input[name] ?? []].flat();
    if (!ids.every((id) => accounts.has(lowerId(String(id))))) throw otherAccount();
  }
  return list !== null && input[list] == null ? { ...input, [list]: [...accounts] } : input;
};

/** The error for an account that was not chosen. */
export const otherAccount = (): InputError =>
  new InputError(
    'This account is not among those that were chosen for this client or for its API key.',
    [],
    { code: 'FORBIDDEN' },
  );

const beyondAccounts = (): InputError =>
  new InputError(
    'This does not belong to an account, and this client or API key may use chosen accounts only.',
    [],
    { code: 'FORBIDDEN' },
  );

import { isWork } from './storage.ts';
import { added, type Draft, type Tab, type Work } from './work.ts';

type LinkedOperation = Pick<Tab, 'query' | 'variables'>;

const hashOf = ({ query, variables }: LinkedOperation): string =>
  `#${new URLSearchParams({ query, ...(variables !== '' && { variables }) })}`;

/** The URL of the page itself, to which operations are sent. */
export const pageUrl = (): string => `${location.origin}${location.pathname}`;

/** The URL of the page with this operation. The part behind the # never leaves the browser. */
export const linkTo = (operation: LinkedOperation): string => `${pageUrl()}${hashOf(operation)}`;

/** The address of GraphiQL with this operation. */
export const graphiqlWith = (operation: LinkedOperation): string => `graphiql${hashOf(operation)}`;

const draftIn = (values: URLSearchParams): Draft | null => {
  const query = values.get('query');
  return query === null ? null : { query, variables: values.get('variables') ?? '' };
};

/**
 * The URL of the page at another origin of this gateway, with all open tabs; it offers a sign-in.
 */
export const handover = (base: string, { tabs, openId }: Work): string =>
  `${base}${location.pathname}#${new URLSearchParams({ work: JSON.stringify({ tabs, openId }), 'sign-in': '' })}`;

const handedOver = (values: URLSearchParams): Work | null => {
  try {
    const work: unknown = JSON.parse(values.get('work') ?? 'null');
    return isWork(work) ? work : null;
  } catch {
    return null;
  }
};

/** The content of the page's URL: an operation, or work from another origin. */
export interface AddressContent {
  readonly draft: Draft | null;
  readonly work: Work | null;
  /** True if a sign-in is offered. A click begins it, because anybody can write such a URL. */
  readonly offersSignIn: boolean;
}

/** Reads the URL of the page and removes its content, so that a reload does not add it again. */
export const takeFromAddress = (): AddressContent => {
  const hash = new URLSearchParams(location.hash.slice(1));
  const draft = draftIn(hash) ?? draftIn(new URLSearchParams(location.search));
  const [work, offersSignIn] = [handedOver(hash), hash.has('sign-in')];
  if (draft !== null || work !== null || offersSignIn) {
    history.replaceState(null, '', location.pathname);
  }
  return { draft, work, offersSignIn };
};

/** The work with the content of the URL. */
export const withBrought = (
  own: Work,
  { draft, work }: Pick<AddressContent, 'draft' | 'work'>,
): Work => {
  const all = (work?.tabs ?? []).reduce(
    (sum, { query, variables, name = '' }) => added(sum, { query, variables, name }),
    own,
  );
  return draft === null ? all : added(all, draft);
};

/** Opens the sign-in, which returns to this page; `asAnother` lets another user sign in. */
export const goToSignIn = (asAnother: boolean): void => {
  const wishes = { returnTo: location.pathname, ...(asAnother && { force_login: 'true' }) };
  location.assign(`auth/login?${new URLSearchParams(wishes)}`);
};

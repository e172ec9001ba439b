import { isWork } from './storage.ts';
import type { Draft, Tab, Work } from './work.ts';
import { added } from './work.ts';

/** The address of the page with this operation in it. What follows the # never leaves the browser. */
export const linkTo = ({ query, variables }: Pick<Tab, 'query' | 'variables'>): string => {
  const values = new URLSearchParams({ query, ...(variables !== '' && { variables }) });
  return `${location.origin}${location.pathname}#${values}`;
};

const draftIn = (values: URLSearchParams): Draft | null => {
  const query = values.get('query');
  return query === null ? null : { query, variables: values.get('variables') ?? '' };
};

/** The address of the page under another name of this machine, with all the work in it, where a sign-in then begins. */
export const handover = (base: string, work: Work): string =>
  `${base}${location.pathname}#${new URLSearchParams({ work: JSON.stringify(work), 'sign-in': '' })}`;

const handedOver = (values: URLSearchParams): Work | null => {
  try {
    const work: unknown = JSON.parse(values.get('work') ?? 'null');
    return isWork(work) ? work : null;
  } catch {
    return null;
  }
};

/** What the page's address brings: an operation, or work from another name of this machine. */
export interface Brought {
  readonly draft: Draft | null;
  readonly work: Work | null;
  /** Whether somebody was about to sign in. */
  readonly signsIn: boolean;
}

/** Takes what the address brings out of it, so that a reload does not bring it again. */
export const takeFromAddress = (): Brought => {
  const hash = new URLSearchParams(location.hash.slice(1));
  const draft = draftIn(hash) ?? draftIn(new URLSearchParams(location.search));
  const brought = { draft, work: handedOver(hash), signsIn: hash.has('sign-in') };
  if (draft !== null || brought.work !== null) history.replaceState(null, '', location.pathname);
  return brought;
};

/** The work with what the address brought. */
export const withBrought = (own: Work, { draft, work }: Pick<Brought, 'draft' | 'work'>): Work => {
  const all = (work?.tabs ?? []).reduce(
    (sum, { query, variables }) => added(sum, { query, variables }),
    own,
  );
  return draft === null ? all : added(all, draft);
};

/** Leaves for the page on which somebody signs in, and comes back to this one. */
export const goToSignIn = (asAnother: boolean): void => {
  const wishes = { returnTo: location.pathname, ...(asAnother && { force_login: 'true' }) };
  location.assign(`auth/login?${new URLSearchParams(wishes)}`);
};

import type { AnyField } from './docs-search.ts';

/** What a field says of its cost. */
interface DocumentedCost {
  /** Method and path of its REST call, as in `GET /12/accounts/{account_id}`; null without one. */
  readonly call: string | null;
  /** The rows of a page, in words; null if it is no list. */
  readonly rows: string | null;
}

const restCall = /\s*REST: ((?:GET|POST|PUT|DELETE) \S+?)\.?(?=\s|$)/;

/** The cost of a field, read from its description and from that of `first`. */
export const costOf = (field: AnyField): DocumentedCost => {
  const first = 'args' in field ? field.args.find(({ name }) => name === 'first') : undefined;
  return {
    call: restCall.exec(field.description ?? '')?.[1] ?? null,
    rows: first?.description ?? null,
  };
};

/** A description without what `costOf` shows of it. */
export const withoutCost = (description: string): string =>
  description.replace(restCall, '').trim();

import { type GraphQLType, getNamedType } from 'graphql';
import type { DocsEntry } from './docs-search.ts';

interface TypeLinkProps {
  readonly type: GraphQLType;
  readonly onEntry: (entry: DocsEntry) => void;
}

/** A type as written, linked to its docs. */
export const TypeLink = ({ type, onEntry }: TypeLinkProps) => (
  <button
    type="button"
    class="link type"
    onClick={() => onEntry({ type: getNamedType(type).name, field: null })}
  >
    {String(type)}
  </button>
);

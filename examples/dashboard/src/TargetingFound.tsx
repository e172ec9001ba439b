import { graphql, useLazyLoadQuery } from 'react-relay';
import type { TargetingFoundQuery } from './__generated__/TargetingFoundQuery.graphql.ts';
import type { Target } from './draft-line-item.ts';

interface Props {
  readonly type: Target['type'];
  readonly q: string;
  readonly fetchKey: number;
  readonly onPick: (target: Target) => void;
}

const shownAtMost = 8;

/** The types of locations, in words. */
const kinds: Readonly<Record<string, string>> = {
  CITIES: 'city',
  COUNTRIES: 'country',
  METROS: 'metro area',
  POSTAL_CODES: 'postal code',
  REGIONS: 'region',
};

/**
 * The targeting values with this name. Names that begin with it come first: a search for Hamburg
 * rarely means one of its postal codes.
 */
export const TargetingFound = ({ type, q, fetchKey, onPick }: Props) => {
  const { targetingLocations, targetingInterests } = useLazyLoadQuery<TargetingFoundQuery>(
    graphql`
      query TargetingFoundQuery($q: String!, $isLocation: Boolean!) {
        targetingLocations(q: $q, first: 200) @include(if: $isLocation) {
          edges {
            node {
              name
              targetingValue
              locationType
            }
          }
        }
        targetingInterests(q: $q, first: 200) @skip(if: $isLocation) {
          edges {
            node {
              name
              targetingValue
            }
          }
        }
      }
    `,
    { q, isLocation: type === 'LOCATION' },
    { fetchKey },
  );
  const places = targetingLocations?.edges ?? [];
  const interests = targetingInterests?.edges ?? [];
  const found = [
    ...places.map(({ node }) => ({
      ...node,
      kind: node.locationType && (kinds[node.locationType] ?? null),
    })),
    ...interests.map(({ node }) => ({ ...node, kind: null })),
  ];
  const begins = ({ name }: (typeof found)[number]): boolean =>
    name?.toLowerCase().startsWith(q.toLowerCase()) === true;
  const first = found.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
  if (first.length === 0) return <li className="quiet">No matches.</li>;
  return first.slice(0, shownAtMost).map(({ name, targetingValue: value, kind }) => {
    if (value == null) return null;
    return (
      <li key={value}>
        <button type="button" onClick={() => onPick({ type, value, name: name ?? value })}>
          {name} {kind && <span className="quiet">{kind}</span>}
        </button>
      </li>
    );
  });
};

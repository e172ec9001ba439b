import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

// The names of federation are not for clients of this graph; its types follow from the rest.
const isProtocol = (path: string): boolean => /^(Query\.)?_/.test(path);

/** The changes that break clients of an older schema: the field and the reason of each. */
export const breakingChanges = async (
  before: string,
  now: string,
): Promise<readonly (readonly [field: string, reason: string])[]> => {
  const changes = await diff(buildSchema(before), buildSchema(now));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => [path, message] as const)
    .filter(([path]) => !isProtocol(path));
};

import { liveRows } from '../read.ts';
import type { Store } from '../store.ts';

/** The column that names the audience, by the entity of a version's permissions. */
export const permissionColumns = {
  CustomAudiencePermission: 'custom_audience_id',
  TailoredAudiencePermission: 'tailored_audience_id',
} as const;

/** What every account that shares an audience may do with it, by whichever permissions of either version stand. */
export const levelsOf = (
  audienceId: unknown,
  ownerId: string | null,
  store: Store,
): ReadonlyMap<string, string> => {
  const standing = Object.entries(permissionColumns).flatMap(([entity, column]) =>
    liveRows({ store, accountId: ownerId }, { entity, column }, audienceId),
  );
  const levels = new Map<string, string>();
  for (const { granted_account_id: grantee, permission_level: level } of standing) {
    // Of two permissions, the one that allows more counts.
    if (levels.get(String(grantee)) !== 'READ_WRITE') levels.set(String(grantee), String(level));
  }
  return levels;
};

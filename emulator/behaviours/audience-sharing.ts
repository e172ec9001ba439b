import { liveRows } from '../read.ts';
import type { RowStore } from '../store.ts';

/** The column with the id of the audience, by the permission entities of versions 12 and 5. */
export const permissionColumns = {
  CustomAudiencePermission: 'custom_audience_id',
  TailoredAudiencePermission: 'tailored_audience_id',
} as const;

/**
 * The permission level of every account that an audience is shared with, from the permissions of
 * both versions.
 */
export const levelsOf = (
  audienceId: unknown,
  ownerId: string | null,
  store: RowStore,
): ReadonlyMap<string, string> => {
  const shares = Object.entries(permissionColumns).flatMap(([entity, column]) =>
    liveRows({ store, accountId: ownerId }, { entity, column }, audienceId),
  );
  const levels = new Map<string, string>();
  for (const { granted_account_id: grantee, permission_level: level } of shares) {
    // The higher of two levels counts.
    if (levels.get(String(grantee)) !== 'READ_WRITE') levels.set(String(grantee), String(level));
  }
  return levels;
};

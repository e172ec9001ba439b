import { z } from 'zod';
import { scopes } from '../scopes.ts';

/** The sources of a client's name: `itself` is unverified. */
const origins = ['operator', 'document', 'itself'] as const;

/** The schema of `GrantRecord`. */
export const grantRecord = z
  .object({
    /** The id that all tokens of the grant have. */
    id: z.string(),
    /** The user who granted it. */
    userId: z.string(),
    /** The user's sealed session. The grant ends with it. */
    session: z.string(),
    client: z
      .object({ id: z.string(), name: z.string(), origin: z.enum(origins), host: z.string() })
      .readonly(),
    accounts: z.array(z.object({ id: z.string(), name: z.string() }).readonly()).readonly(),
    scopes: z.array(z.enum(scopes)).readonly(),
    /** Milliseconds since 1970, as all times. */
    grantedAt: z.number(),
    usedAt: z.number().nullable(),
    expiresAt: z.number(),
  })
  .readonly();

/** The grant of a user to a client. It holds a session, so it must never be printed. */
export type GrantRecord = z.infer<typeof grantRecord>;

/** A client as people see it: `host` receives its code. */
export type GrantedClient = GrantRecord['client'];

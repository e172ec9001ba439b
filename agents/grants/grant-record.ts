import { z } from 'zod';
import { scopes } from '../scopes.ts';

/** How well the name of a client is known. */
const origins = ['operator', 'document', 'itself'] as const;

/** The schema of `GrantRecord`. */
export const grantRecord = z
  .object({
    /** The id that all tokens of the grant have. */
    id: z.string(),
    /** The user who granted it. */
    userId: z.string(),
    /** The sealed session with which the user granted it. The grant ends with the session. */
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

/** What a user granted a client. It holds a session, so it must never be printed. */
export type GrantRecord = z.infer<typeof grantRecord>;

/** A client as people see it: `host` is where it gets its code. */
export type GrantedClient = GrantRecord['client'];

import { z } from 'zod';
import { argumentsOf, kinds } from './tool.ts';

/** The arguments of `ads_find`. */
export const findInput = argumentsOf({
  kind: z.enum(kinds),
  account: z.string().max(100).optional().describe('id or name; without it all accounts'),
  text: z.string().min(1).max(200).optional().describe('part of the name'),
  state: z
    .enum(['ACTIVE', 'PAUSED', 'DRAFT'])
    .optional()
    .describe('as the advertiser set it; the column effective says if it serves'),
  ids: z.array(z.string().max(100)).min(1).max(200).optional(),
  cursor: z.string().max(16_000).optional().describe('from the page before, other arguments alike'),
});

export type FindInput = z.infer<typeof findInput>;

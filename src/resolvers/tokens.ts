import type { Context } from '../context.ts';
import { plainToken } from '../upstream/bearer.ts';
import { tokens } from '../upstream/catalogue/tokens.ts';
import { checked, underInput } from './input.ts';
import type { Payload } from './write.ts';
import { send } from './write.ts';

/** Ends a bearer token of the application: the one given, else the one that is outstanding. */
export const invalidateBearer = async (
  _root: unknown,
  { input }: { readonly input?: Readonly<Record<string, unknown>> | null },
  context: Context,
): Promise<Payload> => {
  const endpoint = tokens.invalidateBearerToken;
  const given = input?.['accessToken'];
  const token = typeof given === 'string' ? plainToken(given) : await context.ads.bearerToken();
  const values = checked<typeof endpoint>(endpoint, { access_token: token }, underInput);
  const sent = await send(endpoint, values, context);
  if ('outcome' in sent) return sent;
  return { outcome: 'APPLIED', rows: [], texts: [], errors: [] };
};

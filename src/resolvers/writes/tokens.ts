import { tokens } from '../../upstream/catalogue/areas/tokens.ts';
import { plainToken } from '../../upstream/client/request/bearer.ts';
import type { Args, Load } from '../field.ts';
import { gathered, underInput } from '../input.ts';
import { createFaults } from '../write-errors.ts';
import type { Payload } from '../write-request.ts';
import { once, send } from './write.ts';
import { keyIn } from './write-record.ts';

/** Invalidates a bearer token of the application: the one in the input, or the current one. */
export const invalidateBearer: Load<unknown, Payload> = once(
  async ({ input }: { readonly input?: Args | null }, asking) => {
    const endpoint = tokens.invalidateBearerToken;
    const { accessToken = null } = input ?? {};
    const { ads } = asking.context;
    const token =
      typeof accessToken === 'string'
        ? plainToken(accessToken)
        : (accessToken ?? (await ads.bearerToken()));
    const faults = createFaults(input ?? {}, asking.context);
    const values = gathered(endpoint, { access_token: token }, { locate: underInput, faults });
    const key = keyIn(input ?? {}, faults);
    const given = { accessToken };
    const sent = await send({ endpoint, input: values, key, given, faults }, asking);
    if ('outcome' in sent) return sent;
    return { outcome: 'APPLIED', rows: [], texts: [], errors: [] };
  },
);

import { tokens } from '../../upstream/catalogue/areas/tokens.ts';
import { plainToken } from '../../upstream/client/request/bearer.ts';
import type { Load } from '../field.ts';
import { gathered, underInput } from '../input.ts';
import { createFaults, type Payload, writeEnd } from '../write-errors.ts';
import { once, send } from './write.ts';
import { keyIn } from './write-record.ts';

/** Invalidates a bearer token of the application: the one in the input, or the current one. */
export const invalidateBearer: Load<unknown, Payload> = once(async (input, asking) => {
  const endpoint = tokens.invalidateBearerToken;
  const { accessToken = null } = input;
  const { ads } = asking.context;
  const token =
    typeof accessToken === 'string'
      ? plainToken(accessToken)
      : (accessToken ?? (await ads.bearerToken()));
  const faults = createFaults(input, asking.context);
  const values = gathered(endpoint, { access_token: token }, { locate: underInput, faults });
  const key = keyIn(input, faults);
  const given = { accessToken };
  const sent = await send({ endpoint, input: values, key, given, faults }, asking);
  return 'outcome' in sent ? sent : writeEnd('APPLIED');
});

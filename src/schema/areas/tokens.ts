import { createFaults } from '../../resolvers/faults.ts';
import type { Args, Load } from '../../resolvers/field.ts';
import { gathered, underInput } from '../../resolvers/input.ts';
import { keyIn } from '../../resolvers/writes/keys.ts';
import type { Payload } from '../../resolvers/writes/sending.ts';
import { once, send } from '../../resolvers/writes/write.ts';
import { tokens } from '../../upstream/catalogue/areas/tokens.ts';
import { plainToken } from '../../upstream/client/request/bearer.ts';
import { checkedInput, keyField } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { silentMutation } from '../fields/mutations.ts';

/** Invalidates a bearer token of the application: the given one, or the current one. */
const invalidateBearer: Load<unknown, Payload> = once(
  async ({ input }: { readonly input?: Args | null }, asking) => {
    const endpoint = tokens.invalidateBearerToken;
    const { accessToken = null } = input ?? {};
    const { ads, now } = asking.context;
    const token =
      typeof accessToken === 'string'
        ? plainToken(accessToken)
        : (accessToken ?? (await ads.bearerToken()));
    const faults = createFaults(input ?? {}, now);
    const values = gathered(endpoint, { access_token: token }, { locate: underInput, faults });
    const key = keyIn(input ?? {}, faults);
    const given = { accessToken };
    const sent = await send({ endpoint, input: values, key, given, faults }, asking);
    if ('outcome' in sent) return sent;
    return { outcome: 'APPLIED', rows: [], texts: [], errors: [] };
  },
);

silentMutation(tokens.invalidateAccessToken);

silentMutation(tokens.invalidateBearerToken, {
  input: builder.inputType('InvalidateBearerTokenInput', {
    description: 'Which bearer token to end.',
    extensions: checkedInput,
    fields: (t) => ({
      accessToken: t.string({
        description:
          'The bearer token as it was issued; the current one, which this gateway uses itself, unless given.',
      }),
      ...keyField(t),
    }),
  }),
  load: invalidateBearer,
});

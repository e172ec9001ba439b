import { invalidateBearer } from '../../resolvers/writes/tokens.ts';
import { tokens } from '../../upstream/catalogue/areas/tokens.ts';
import { checkedInput, keyField } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { silentMutation } from '../fields/mutations.ts';

silentMutation(tokens.invalidateAccessToken);

silentMutation(tokens.invalidateBearerToken, {
  input: builder.inputType('InvalidateBearerTokenInput', {
    description: 'The bearer token to invalidate.',
    extensions: checkedInput,
    fields: (t) => ({
      accessToken: t.string({
        description:
          'The bearer token as it was issued; by default the current one, which this gateway uses itself.',
      }),
      ...keyField(t),
    }),
  }),
  load: invalidateBearer,
});

import type { ProviderContext } from 'oidc-provider';
import { originOf } from './granted-client.ts';
import { sendOAuthError } from './oauth-refusal.ts';

/** The name under which the library knows `answerClient`. */
export const answerMode = 'answer';

/**
 * Redirects a browser to a client, with a code or an error. Anybody may register a client at any
 * address, so only a person's answer on the consent page redirects. Other errors are shown here
 * (RFC 9700, 4.11.2), unless the operator registered the client.
 */
export const answerClient = (
  ctx: ProviderContext,
  address: string,
  answer: Readonly<Record<string, string>>,
): void => {
  const { error, error_description: description } = answer;
  const { client, entities } = ctx.oidc;
  const isAnswered = entities.Interaction?.result !== undefined;
  const isTrusted = client !== undefined && originOf(client) === 'operator';
  if (error !== undefined && !isAnswered && !isTrusted) {
    ctx.status = Math.max(400, ctx.status);
    sendOAuthError(ctx, {
      error,
      ...(description !== undefined && { error_description: description }),
    });
    return;
  }
  ctx.status = 303;
  ctx.redirect(`${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`);
};

import type { ProviderContext } from 'oidc-provider';
import { originOf } from './granted-client.ts';
import { sendOAuthError } from './send-oauth-error.ts';

/** The name under which the library knows `answerClient`. */
export const answerMode = 'answer';

/**
 * Leads a browser back to a client, with a code or an error. Anybody may register a client at any
 * address, so only a person leads there, by an answer to the consent page: without one an error is
 * shown here (RFC 9700, 4.11.2), except to a client of the operator.
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

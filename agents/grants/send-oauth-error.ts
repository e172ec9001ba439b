import type { ProviderContext } from 'oidc-provider';
import { pagePolicy } from '../../src/shared/sign-in/html.ts';
import { refusalPage } from './refusal-page.ts';

/** The body of a request that the authorization server refuses. */
interface OAuthError {
  readonly error: string;
  readonly error_description?: string;
}

/** Answers a request that leads to no client, with a page or JSON. */
export const sendOAuthError = (
  ctx: ProviderContext,
  { error, error_description: description = 'The request is not valid.' }: OAuthError,
): void => {
  ctx.set('Cache-Control', 'no-store');
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.body = { error, error_description: description };
    return;
  }
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', pagePolicy);
  ctx.body = refusalPage({ message: description, code: error });
};

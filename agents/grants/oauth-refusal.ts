import type { ProviderContext } from 'oidc-provider';
import { escaped, htmlPage, pagePolicy } from '../../src/shared/sign-in/html.ts';

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

/** The page that explains why a client gets no access. */
export const refusalPage = ({
  message,
  code,
}: {
  readonly message: string;
  readonly code: string;
}): string =>
  htmlPage(
    'This client cannot connect',
    `<p>${escaped(message)}</p>\n<p><small>${escaped(code)}</small></p>`,
  );

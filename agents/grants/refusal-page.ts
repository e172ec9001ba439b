import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';

/** The page that explains why a client gets no access. */
export const refusalPage = ({ message, code }: { readonly message: string; readonly code: string }): string =>
  htmlPage(
    'This client cannot connect',
    `<p>${escaped(message)}</p>\n<p><small>${escaped(code)}</small></p>`,
  );

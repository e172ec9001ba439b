import { problemOf, sendPage } from '../../src/auth/replies.ts';
import { internalError, internalErrorsOf } from '../../src/errors/errors.ts';
import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import type { HttpExchange } from '../gateway.ts';

/** Sends an error as a page; its code. */
export const sendProblemPage = ({ req, res, record }: HttpExchange, error: unknown): string => {
  const known = problemOf(error);
  if (known === null) record.internalErrors = internalErrorsOf(error);
  const problem = known ?? problemOf(internalError());
  const { status = 500, code = '', message = '', headers = {} } = problem ?? {};
  const depth = (req.url ?? '').replace(/[?#].*$/s, '').split('/').length - 2;
  const content = `<p>${escaped(message)}</p>
<p><a class="button first" href="${'../'.repeat(depth)}agents">Agents’ plans</a></p>`;
  sendPage(res, htmlPage(titles[status] ?? 'Something went wrong', content), { status, headers });
  return code;
};

const titles: Readonly<Record<number, string>> = {
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
};

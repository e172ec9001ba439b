import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import type { HttpExchange } from '../gateway.ts';

interface PageProblem {
  readonly status: number;
  readonly message: string;
}

/** The page of a problem, with the way back to the plans. */
export const problemPage =
  ({ req }: Pick<HttpExchange, 'req'>) =>
  ({ status, message }: PageProblem): string => {
    const depth = (req.url ?? '').replace(/[?#].*$/s, '').split('/').length - 2;
    return htmlPage(
      titles[status] ?? 'Something went wrong',
      `<p>${escaped(message)}</p>
<p><a class="button first" href="${'../'.repeat(depth)}agents">Agents’ plans</a></p>`,
    );
  };

const titles: Readonly<Record<number, string>> = {
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
};

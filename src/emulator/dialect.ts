import { STATUS_CODES } from 'node:http';
import type { Answer } from './envelope.ts';
import { refusedWith } from './envelope.ts';
import type { ApiError, Refusal } from './refusal.ts';
import { hostOf } from './routes.ts';
import type { Values } from './scope.ts';

/** The numbers under which the hosts of tokens refuse what has no number of its own, by status. */
const numbers: Readonly<Record<number, number>> = { 404: 34, 405: 34, 429: 88, 500: 131 };
const anyOther = 214;

/** A refusal as the host of a path writes it: the hosts of tokens in numbers, those of streams as problem details. */
export const refusedAt = (
  path: string,
  { status, errors }: Pick<Refusal, 'status' | 'errors'>,
  echo: Values = {},
): Answer => {
  const { host, rest } = hostOf(path);
  if (host !== 'platform') return refusedWith(status, errors, { params: echo });
  const numbered = ({ code, message }: ApiError) => ({
    code: typeof code === 'number' ? code : (numbers[status] ?? anyOther),
    message,
  });
  const detailed = ({ message }: ApiError) => ({
    title: STATUS_CODES[status] ?? 'Error',
    type: 'about:blank',
    detail: message,
    status,
  });
  const written = rest.startsWith('/2/') ? errors.map(detailed) : errors.map(numbered);
  return { status, envelope: { errors: written }, omits: [] };
};

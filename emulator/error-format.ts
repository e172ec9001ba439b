import { STATUS_CODES } from 'node:http';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { type EmulatorResponse, enveloped } from './envelope.ts';
import type { ApiError, Refusal } from './refusal.ts';
import { hostOf } from './routes.ts';

/** Error numbers of the platform host, by status, for errors without an own number. */
const numbers: Readonly<Record<number, number>> = { 404: 34, 405: 34, 429: 88, 500: 131 };
const defaultNumber = 214;

/**
 * The response to a refused request, in the format of the host: code names, numbers (platform), or
 * problem details (`/2/`).
 */
export const errorResponse = (
  path: string,
  { status, errors }: Pick<Refusal, 'status' | 'errors'>,
  echo: Values = {},
): EmulatorResponse => {
  const { host, rest } = hostOf(path);
  if (host !== 'platform') return enveloped(status, errors, { params: echo });
  const numbered = ({ code, message }: ApiError) => ({
    code: typeof code === 'number' ? code : (numbers[status] ?? defaultNumber),
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

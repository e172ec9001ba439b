import { problemsOf } from '../../catalogue/language/check.ts';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { problem } from '../../catalogue/language/problem.ts';
import type { Values } from '../../catalogue/language/values.ts';
import { inputError } from '../errors.ts';
import type { Encoded } from './encode.ts';
import { encodeRequest } from './encode.ts';

/**
 * Checks an input and writes it as a request. Throws InputError, with the path of the first bad
 * value, if the input breaks a rule of the catalogue or its body is longer than the endpoint takes.
 */
export const checkAndEncode = (endpoint: Endpoint, input: Values): Encoded => {
  const [found] = problemsOf(endpoint, input);
  if (found !== undefined) throw inputError(found);
  const encoded = encodeRequest(endpoint, input);
  if (endpoint.maxBytes === null || typeof encoded.body !== 'string') return encoded;
  const size = Buffer.byteLength(encoded.body);
  if (size <= endpoint.maxBytes) return encoded;
  throw inputError(problem(['operations'], 'tooManyBytes', { max: `${endpoint.maxBytes}` }));
};

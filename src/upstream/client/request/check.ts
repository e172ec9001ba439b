import { problemsOf } from '../../catalogue/language/check.ts';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { InputError } from '../errors.ts';
import type { Encoded, Values } from './encode.ts';
import { encodeRequest } from './encode.ts';

/**
 * Checks an input and writes it as a request. Throws InputError, with the path of the first bad value, for an input that
 * breaks a rule of the catalogue or makes a body longer than the endpoint takes.
 */
export const checkAndEncode = (endpoint: Endpoint, input: Values): Encoded => {
  const [problem] = problemsOf(endpoint, input);
  if (problem !== undefined) {
    throw new InputError(`${endpoint.name}: ${problem.message}`, problem.path);
  }
  const encoded = encodeRequest(endpoint, input);
  if (endpoint.maxBytes === null || encoded.body === null) return encoded;
  const size = Buffer.byteLength(encoded.body);
  if (size <= endpoint.maxBytes) return encoded;
  const message = `the body would have ${size} bytes, more than ${endpoint.maxBytes}`;
  throw new InputError(`${endpoint.name}: ${message}`, ['operations']);
};

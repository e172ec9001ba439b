import type { Endpoint } from '../upstream/catalogue/endpoint.ts';

/** The REST call behind a field, as descriptions name it. */
export const restOf = ({ method, version, path, host }: Endpoint): string =>
  `REST: ${method} ${version === null ? '' : `/${version}`}/${path}${host === 'sandbox' ? ', on the sandbox host only' : ''}.`;

import { adsVersion, type Endpoint } from '../../catalogue/language/endpoint.ts';
import { type Headers, headerOf } from './rate-limit.ts';

/** What the API says about its own versions, in the headers of an answer. */
export interface Notice {
  /** A warning of the API; or a current version that is not the one of the catalogue. */
  readonly kind: 'warning' | 'version';
  /** A sentence for people. */
  readonly text: string;
}

export const noNotices: readonly Notice[] = [];

const maxLength = 300;

/** The notices in the headers of an answer. */
export const noticesIn = (endpoint: Endpoint, headers: Headers): readonly Notice[] => {
  const current = headers['x-current-api-version'];
  // Older versions are asked for a few endpoints, on purpose.
  const isOther =
    current !== adsVersion && current !== undefined && endpoint.version === adsVersion;
  if (!isOther && headers['x-api-warn'] === undefined) return noNotices;
  const warning = textOf(headers, 'x-api-warn');
  const version = isOther ? textOf(headers, 'x-current-api-version') : '';
  return [
    ...(warning === ''
      ? []
      : [{ kind: 'warning', text: `The API warns (${endpoint.name}): ${warning}` } as const]),
    ...(/^\d{1,4}(\.\d{1,4})?$/.test(version)
      ? [{ kind: 'version', text: otherVersion(version) } as const]
      : []),
  ];
};

const otherVersion = (version: string): string =>
  `The current version of the API is ${version}; this gateway asks for version ${adsVersion}.`;

const textOf = (headers: Headers, name: string): string =>
  (headerOf(headers, name) ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxLength);

import { createRequire } from 'node:module';

interface Package {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What `package.json` says of this package, in the repository and where it is installed. */
export const { version, peerDependencies }: Package = createRequire(import.meta.url)(
  'ads-graph/package.json',
);

import { createRequire } from 'node:module';

interface Package {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What `package.json` says of this package, in the repository and where it is installed. */
export const { version, peerDependencies }: Package = createRequire(import.meta.url)(
  'ads-graph/package.json',
);

/**
 * The command that installs an optional package, or those of a scope, if they are what a failed
 * import lacks: `npm install @scope/name@1.9.1`. Throws any other error.
 */
export const installAfter = (error: NodeJS.ErrnoException, wanted: string): string => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const packages = Object.entries(peerDependencies)
    .filter(([name]) => name === wanted || name.startsWith(`${wanted}/`))
    .map(([name, range]) => `${name}@${range.replace('^', '')}`);
  return `npm install ${packages.join(' ')}`;
};

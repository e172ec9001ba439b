import { createRequire } from 'node:module';

interface Package {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The members of this package's `package.json`, in the repository and in an installed package. */
export const { version, peerDependencies }: Package = createRequire(import.meta.url)(
  'ads-graph/package.json',
);

/**
 * The command that installs an optional package that a failed import lacks: `npm install
 * @scope/name@1.9.1`. `wanted` is the package, or the scope of several. Throws any other error.
 */
export const installAfter = (error: NodeJS.ErrnoException, wanted: string): string => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const packages = Object.entries(peerDependencies)
    .filter(([name]) => name === wanted || name.startsWith(`${wanted}/`))
    .map(([name, range]) => `${name}@${range.replace('^', '')}`);
  return `npm install ${packages.join(' ')}`;
};

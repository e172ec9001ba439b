import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { breakingChanges } from '../support/breaking-changes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });

/** The newest tag of a release before this commit; none before the first. */
const lastRelease = (): string | undefined =>
  git(
    ...['tag', '--list', 'v*', '--sort=-version:refname'],
    ...['--merged', 'HEAD', '--no-contains', 'HEAD'],
  )
    .split('\n')
    .find(Boolean);

/** The changes since a release that break its clients and that the changelog does not name. */
const unnamed = async (release: string): Promise<readonly (readonly string[])[]> => {
  const [, unreleased = ''] = readFileSync(`${root}CHANGELOG.md`, 'utf8').split(/^## /m);
  const now = readFileSync(`${root}schema.graphql`, 'utf8');
  const changes = await breakingChanges(git('show', `${release}:schema.graphql`), now);
  return changes.filter(([field]) => !unreleased.includes(`\`${field}\``));
};

test('the changelog names each change that breaks clients of the last release', async () => {
  const release = lastRelease();
  expect(release === undefined ? [] : await unnamed(release)).toEqual([]);
});

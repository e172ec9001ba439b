import type { EmulatorResponse } from '../envelope.ts';
import type { Handler, Scope } from '../scope.ts';

const granted = ({ store, accountId }: Scope): readonly string[] =>
  store.rows('Feature', accountId).map((row) => String(row['id']));

const keysIn = ({ input }: Scope): readonly string[] | null =>
  (input['feature_keys'] as readonly string[] | null | undefined) ?? null;

const responseOf = (scope: Scope, data: readonly string[], status = 200): EmulatorResponse => ({
  status,
  envelope: { request: { params: scope.echo }, data },
  omits: [],
});

const listFeatures: Handler = (scope) => {
  const requested = keysIn(scope);
  return responseOf(
    scope,
    granted(scope).filter((key) => requested === null || requested.includes(key)),
  );
};

const addSandboxFeatures: Handler = (scope) => {
  for (const id of keysIn(scope) ?? []) scope.store.insert('Feature', scope.accountId, { id });
  return responseOf(scope, granted(scope), 201);
};

const removeSandboxFeatures: Handler = (scope) => {
  for (const id of keysIn(scope) ?? []) scope.store.remove('Feature', scope.accountId, id);
  return responseOf(scope, granted(scope));
};

export const handlers: Readonly<Record<string, Handler>> = {
  listFeatures,
  addSandboxFeatures,
  removeSandboxFeatures,
};

import { changePeople } from '../people.ts';
import { isLive, requireRow } from '../read.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler } from '../scope.ts';

const entity = 'DoNotReachList';

const updateDoNotReachListUsers: Handler = (scope) => {
  const parameter = 'do_not_reach_list_id';
  const row = requireRow(scope, { entity, parameter }, scope.input[parameter]);
  return changePeople(scope, { entity, row, size: 'list_size' });
};

export const handlers: Readonly<Record<string, Handler>> = { updateDoNotReachListUsers };

export const rules: Readonly<Record<string, EntityRules>> = {
  DoNotReachList: {
    defaults: () => ({
      name: 'Do Not Reach List',
      targetable: false,
      reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
    }),
    creating: (_made, { store, accountId }) => {
      if (!store.rows(entity, accountId).some(isLive)) return;
      throw refusal(400, 'INVALID', 'An account may have only one do-not-reach list');
    },
  },
};

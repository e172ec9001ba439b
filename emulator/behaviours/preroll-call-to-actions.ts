import { refusal } from '../refusal.ts';
import type { EntityRules } from '../scope.ts';

export const rules: Readonly<Record<string, EntityRules>> = {
  PrerollCallToAction: {
    creating: ({ after }, { store, accountId }) => {
      const lineItem = store.find('LineItem', accountId, String(after['line_item_id']));
      if (lineItem?.['objective'] === 'PREROLL_VIEWS') return;
      const message = 'Only a line item with the objective PREROLL_VIEWS has a call to action';
      const parameter = 'line_item_id';
      const value = String(after['line_item_id']);
      throw refusal(400, 'INCOMPATIBLE_LINE_ITEM', message, { parameter, value });
    },
  },
};

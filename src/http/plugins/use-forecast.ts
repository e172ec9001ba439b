import type { Context } from '../../context.ts';
import { forecast } from '../../execution/forecast.ts';
import { known, type OperationPlugin } from './operation.ts';
import { resultOf } from './written-result.ts';

/** With `x-ads-plan: 1`: answers with the cost of an operation, and sends nothing. */
export const useForecast = (): OperationPlugin => ({
  onExecute: ({ context, setExecuteFn }) => {
    const { operation, params } = context;
    if (operation.wanted !== 'forecast') return;
    setExecuteFn(async ({ contextValue }) => {
      const { variables = {} } = params;
      const rehearsal = contextValue as Context;
      const { forecast: costs, ...answer } = await forecast(
        known(operation.plan),
        variables,
        rehearsal,
      );
      const extensions = costs === undefined ? undefined : JSON.stringify({ plan: costs });
      return resultOf({ ...answer, extensions });
    });
  },
});

import type { Context } from '../../context.ts';
import { noData } from '../../execution/answer/written.ts';
import { dryRun } from '../../execution/dry-run.ts';
import { known, type OperationPlugin } from './operation.ts';
import { resultOf } from './written-result.ts';

/** With `x-ads-dry-run: 1`: answers with the changes that a mutation would make, and sends none. */
export const useDryRun = (): OperationPlugin => ({
  onExecute: ({ context: { operation }, setExecuteFn }) => {
    if (operation.wanted !== 'dry run') return;
    setExecuteFn(async ({ contextValue }) => {
      const internalErrors: unknown[] = [];
      const checked = known(operation.checked);
      const report = await dryRun(checked, contextValue as Context, (cause) =>
        internalErrors.push(cause),
      );
      operation.exchange.record.internalErrors = internalErrors;
      return resultOf({ data: noData, extensions: JSON.stringify({ dryRun: report }) });
    });
  },
});

import type { Context } from '../../context.ts';
import { noData } from '../../execution/answer/written.ts';
import { dryRun } from '../../execution/dry-run/dry-run.ts';
import { type GatewayPlugin, known } from './operation.ts';
import { resultOf } from './written-result.ts';

/** With `x-ads-dry-run: 1`: answers with the changes that a mutation would make, and sends none. */
export const useDryRun = (): GatewayPlugin => ({
  onExecute: ({ context: { operation }, setExecuteFn }) => {
    if (operation.wanted !== 'dry run') return;
    setExecuteFn(async ({ contextValue }) => {
      const { record } = operation.exchange;
      const checked = known(operation.checked);
      const report = await dryRun(checked, contextValue as Context, (cause) => {
        record.internalErrors = [...record.internalErrors, cause];
      });
      operation.dryRun = report;
      return resultOf({ data: noData, extensions: JSON.stringify({ dryRun: report }) });
    });
  },
});

import type { Values } from './documents.ts';

/** What is wrong with an input, and its place in the input, such as `input.name`. */
export interface DryRunError extends Values {
  readonly message: string;
  readonly argument?: string | null;
}

/** Budgets before and after, as decimals such as `12.5`. */
export interface BudgetChange {
  readonly currency: string;
  readonly dailyBefore: string;
  readonly dailyAfter: string;
  readonly totalBefore: string;
  readonly totalAfter: string;
}

/** What a write, an item of a batch, or a step of a launch would do. */
export interface DryResult {
  /** READY if it would be sent; else why not, or how the write with its key has ended. */
  readonly outcome: 'READY' | 'GUARDED' | 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';
  readonly errors: readonly DryRunError[];
  /** What would change, for people. */
  readonly sentences: readonly string[];
  readonly changes: readonly Values[];
  readonly money: readonly BudgetChange[];
  /** What becomes ACTIVE. */
  readonly activates: readonly {
    readonly type: string;
    readonly id: string | null;
    readonly name: string | null;
  }[];
  readonly guards: readonly Values[];
}

/** What a mutation would do; docs/guards.md explains the members. */
export interface DryRun extends DryResult {
  readonly field: string;
  /** One for each item of a batch. */
  readonly items: readonly DryResult[];
  /** One for each step of a launch or a copy. */
  readonly steps: readonly (DryResult & { readonly step: string })[];
}

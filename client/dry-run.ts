/** A fault of an input, and its place in the input, such as `input.name`. */
export interface DryRunError {
  readonly code?: string;
  readonly message: string;
  readonly argument?: string | null;
  /** The kind of fault, such as `TOO_LONG`. */
  readonly reason?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly allowed?: readonly string[] | undefined;
  readonly example?: string | undefined;
}

/** A change of a field of a row. `field` is null if a whole row is created or deleted. */
export interface Change {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Budgets before and after, as decimals such as `12.5`. */
export interface BudgetChange {
  readonly currency: string;
  readonly dailyBefore: string;
  readonly dailyAfter: string;
  readonly totalBefore: string;
  readonly totalAfter: string;
}

/** The verdict of an operator's rule about a value. */
export interface RuleVerdict {
  readonly rule: string;
  readonly limit: string;
  readonly value: string;
  readonly verdict: 'PASS' | 'REFUSE' | 'APPROVAL';
}

/** The effects of a write, an item of a batch, or a step of a launch. */
export interface DryResult {
  /**
   * READY if it would be sent; else the obstacle, or the outcome of an earlier write with its key.
   */
  readonly outcome: 'READY' | 'GUARDED' | 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';
  readonly errors: readonly DryRunError[];
  /** The changes as sentences for people. */
  readonly sentences: readonly string[];
  readonly changes: readonly Change[];
  readonly money: readonly BudgetChange[];
  /** The rows that would become ACTIVE. */
  readonly activates: readonly {
    readonly type: string;
    readonly id: string | null;
    readonly name: string | null;
  }[];
  readonly guards: readonly RuleVerdict[];
}

/** The effects of a mutation; docs/guards.md explains the members. */
export interface DryRun extends DryResult {
  readonly field: string;
  /** The response key of the field: its alias, or else its name. */
  readonly path: string;
  /** One for each item of a batch. */
  readonly items: readonly DryResult[];
  /** One for each step of a launch or a copy. */
  readonly steps: readonly (DryResult & { readonly step: string })[];
  /** The calls that sending it would make. */
  readonly calls: { readonly least: number; readonly most: number };
}

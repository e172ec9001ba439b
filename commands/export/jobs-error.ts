/** A failure of jobs of the API. Requests may still read the same results. */
export class JobsError extends Error {
  override readonly name = 'JobsError';
  /** The scope of the failure: a table of an account, all of an account, or every account. */
  readonly reach: 'table' | 'account' | 'all';

  constructor(message: string, reach: JobsError['reach']) {
    super(message);
    this.reach = reach;
  }
}

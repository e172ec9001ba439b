/** What cannot be read by jobs of the API, and perhaps by requests. */
export class JobsError extends Error {
  override readonly name = 'JobsError';
  /** What it is about: a table of an account, all of an account, or every account. */
  readonly reach: 'table' | 'account' | 'all';

  constructor(message: string, reach: JobsError['reach']) {
    super(message);
    this.reach = reach;
  }
}

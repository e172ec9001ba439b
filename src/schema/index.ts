import './accounts.ts';
import './campaigns.ts';
import './funding-instruments.ts';
import './line-items.ts';
import './node.ts';
import './promoted-tweets.ts';
import './targeting-criteria.ts';
import './viewer.ts';
import { builder } from './builder.ts';

/** The schema, whole and valid by itself on any executor. */
export const schema = builder.toSchema({ sortSchema: true });

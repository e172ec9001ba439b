import { type Reason, reasons } from '../../upstream/catalogue/language/reasons.ts';
import { builder } from './builder.ts';

/** The kinds of faults of a value that the gateway refuses. */
export const InputFault = builder.enumType('InputFault', {
  description: 'The fault of an input value, for a front end with messages of its own.',
  values: Object.fromEntries(
    Object.entries(reasons).map(([name, { about }]) => [name, { value: name, description: about }]),
  ) as { readonly [R in Reason]: { readonly value: R; readonly description: string } },
});

import type { WriteError as WriteErrorValue } from '../../resolvers/write.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { builder } from './builder.ts';

/** How a write ended. */
export const Outcome = builder.enumType('Outcome', {
  description: 'How a write ended.',
  values: {
    APPLIED: { description: 'It took effect.' },
    REJECTED: { description: 'The API refused it; nothing changed.' },
    NOT_APPLIED: {
      description: 'It was fine itself, but the batch it was part of was refused; nothing changed.',
    },
    UNKNOWN: {
      description:
        'The API did not say whether it took effect: no readable answer came, or one that does not hold what was asked for. Read back before sending it again.',
    },
  },
});

/** Why a write did not end as asked. */
export const WriteError = builder.objectRef<WriteErrorValue>('WriteError').implement({
  description: 'One reason why a write did not end as asked.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description: "The API's own code where it sent one, else a code of this gateway.",
    }),
    message: t.exposeString('message', {
      nullable: false,
      description: 'What went wrong, in words.',
    }),
    parameter: t.exposeString('parameter', { description: 'The upstream parameter at fault.' }),
    attribute: t.exposeString('attribute', {
      description: 'The attribute of the entity at fault.',
    }),
    details: t.exposeString('details', { description: 'What more the API said.' }),
    value: t.exposeString('value', { description: 'The refused value as it was sent.' }),
  }),
});

/** A list of an answer that is always there, as are its items. */
export const always = { list: false, items: false } as const;
/** The outcome of a payload, or of an item of a batch. */
export const outcomeField = {
  type: Outcome,
  nullable: false,
  description: 'How it ended. Look here before anything else.',
} as const;
/** What every mutation says about its input. */
export const inputDoc = 'The ids and parameters of the call.';
/** What the payload of a single write says about its errors. */
export const errorsDoc =
  'Why it did not end as asked; when APPLIED, what the API said all the same, mostly nothing.';

/** The cost of a write: one call, and as many objects as it can answer with. */
export const oneCall = ({ name }: Endpoint, rows: number) =>
  ({ asks: name, parentsPerCall: 1, by: 'parent', objects: { firstOr: rows } }) as const;

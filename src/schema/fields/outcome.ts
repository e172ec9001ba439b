import type { WriteError as WriteErrorValue } from '../../resolvers/write-errors.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { type Reason, reasons } from '../../upstream/catalogue/language/sentences.ts';
import { builder } from './builder.ts';

/** The kinds of faults of a value that the gateway refuses. */
export const InputFault = builder.enumType('InputFault', {
  description: 'The fault of an input value, for a front end with messages of its own.',
  values: Object.fromEntries(
    Object.entries(reasons).map(([name, { about }]) => [name, { value: name, description: about }]),
  ) as { readonly [R in Reason]: { readonly value: R; readonly description: string } },
});

const Outcome = builder.enumType('Outcome', {
  description: 'How a write ended.',
  values: {
    APPLIED: { description: 'It took effect.' },
    REJECTED: {
      description:
        'The API refused it, or it was not sent because its input breaks a documented rule or a guard refuses it; nothing changed.',
    },
    NOT_APPLIED: {
      description:
        'It was valid but not applied, because another item of its batch was refused or an earlier step failed; nothing changed.',
    },
    UNKNOWN: {
      description:
        'The outcome of this write is unknown: the response is missing, unreadable or incomplete. Retry with the same `idempotencyKey`, which reads it back first; without one, read the data before you send it again.',
    },
  },
});

const WriteError = builder.objectRef<WriteErrorValue>('WriteError').implement({
  description: 'An error of a write.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description:
        "The API's own code if it sent one, else a code of this gateway: `BAD_USER_INPUT` if the input is not valid, `GUARD_REFUSED` if a rule of the operator does not allow the write.",
    }),
    reason: t.expose('reason', {
      type: InputFault,
      description:
        'The fault of the value at `argument` if the gateway refused it; null for errors of the API.',
    }),
    message: t.exposeString('message', {
      nullable: false,
      description:
        'What went wrong. Where the gateway itself refused a value, or knows the error of the API, a sentence for a person about the field as a form names it, such as "Name must not be empty".',
    }),
    min: t.exposeString('min', {
      description:
        'The smallest allowed value, or the smallest allowed number of characters or items, as text in the format of `argument`: "0", "12.5", "2026-06-01T09:00:00Z". Null if there is no such bound.',
    }),
    max: t.exposeString('max', {
      description:
        'The largest allowed value, or the largest allowed number of characters, bytes or items, as text in the format of `argument`; for a guard a decimal, a percentage or a number. Null if there is no such bound.',
    }),
    allowed: t.exposeStringList('allowed', {
      description:
        'The allowed values of `argument`, such as "1", "7" and "30", if the reason is NOT_ALLOWED and there is a list of them; else null.',
    }),
    example: t.exposeString('example', {
      description:
        'An example in the required format, such as "2026-06-01" for a day, if the reason is MALFORMED; null if no example helps.',
    }),
    argument: t.exposeString('argument', {
      description:
        'The argument at fault, as in `input.operations[3].create.name`; null if unknown.',
    }),
    parameter: t.exposeString('parameter', { description: 'The upstream parameter at fault.' }),
    attribute: t.exposeString('attribute', {
      description: 'The attribute of the entity at fault.',
    }),
    details: t.exposeString('details', {
      description:
        'Further details from the API, or its own words where `message` has others; with the reason GUARDED, the name of the rule that refuses it.',
    }),
    value: t.exposeString('value', { description: 'The refused value as it was sent.' }),
    type: t.exposeString('type', {
      description:
        'The URI of the kind of problem, if the API responds with problem details (RFC 7807), as it does to `deleteStreamWebhookLink`; about:blank if there is no more to say than the status.',
    }),
    status: t.exposeInt('status', {
      description:
        'The HTTP status of the response, such as 404, if the API responds with problem details (RFC 7807) or gives no reason.',
    }),
  }),
});

/** A list that is never null, with items that are never null. */
export const always = { list: false, items: false } as const;
/** The errors of a payload, or of an item of a batch. */
export const errorsField = (description: string) => ({
  type: [WriteError] as [typeof WriteError],
  nullable: always,
  description,
});
/** The outcome of a payload, or of an item of a batch. */
export const outcomeField = {
  type: Outcome,
  nullable: false,
  description: 'How the write ended. Check it before any other field.',
} as const;
/** The description of every `input` argument. */
export const inputDoc = 'The ids and parameters of the REST call.';
/** The description of `errors` in the payload of a single write. */
export const defaultErrorsDoc =
  'Why the write was not applied. Usually empty with APPLIED, but the API can report errors for an applied write.';

/** The cost of a write: one call, and at most `rows` objects in its answer. */
export const oneCall = ({ name }: Endpoint, rows: number) =>
  ({ asks: name, parentsPerCall: 1, by: 'parent', objects: { firstOr: rows } }) as const;

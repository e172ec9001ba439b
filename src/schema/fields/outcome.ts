import type { WriteError as WriteErrorValue } from '../../resolvers/write-errors.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { builder } from './builder.ts';
import { InputFault } from './input-fault.ts';

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
        'It was right itself and was not applied, because another item of its batch was refused or an earlier step stopped; nothing changed.',
    },
    UNKNOWN: {
      description:
        'It is not known whether it took effect: the answer is missing, unreadable or incomplete. Ask again with the same `idempotencyKey`, which reads back; without one, read the data before you send it again.',
    },
  },
});

const WriteError = builder.objectRef<WriteErrorValue>('WriteError').implement({
  description: 'An error of a write.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description:
        "The API's own code where it sent one, else a code of this gateway: `BAD_USER_INPUT` where it was not sent because of its input, `GUARD_REFUSED` where a rule of the operator does not allow it.",
    }),
    reason: t.expose('reason', {
      type: InputFault,
      description:
        'What is wrong with the value at `argument`, where the gateway itself refused it; null for errors of the API.',
    }),
    message: t.exposeString('message', {
      nullable: false,
      description:
        'What went wrong. Where the gateway itself refused a value, a sentence for a person about the field as a form names it, such as "Name must not be empty".',
    }),
    min: t.exposeString('min', {
      description:
        'The least that the value may be, or the fewest characters or items that it may have, as text in the form of `argument`: "0", "12.5", "2026-06-01T09:00:00Z". Null if there is no such bound.',
    }),
    max: t.exposeString('max', {
      description:
        'The most that the value may be, or the most characters, bytes or items that it may have, as text in the form of `argument`; of a guard as a decimal, a percentage or a number. Null where there is no such bound.',
    }),
    allowed: t.exposeStringList('allowed', {
      description:
        'The values that `argument` may have, such as "1", "7" and "30", where the reason is NOT_ALLOWED and there is a list of them; else null.',
    }),
    example: t.exposeString('example', {
      description:
        'A value of the form that `argument` needs, such as "2026-06-01" for a day, where the reason is MALFORMED and an example helps; else null.',
    }),
    argument: t.exposeString('argument', {
      description:
        'The place in `input` that it is about, as in `input.operations[3].create.name`; null if that is not known.',
    }),
    parameter: t.exposeString('parameter', { description: 'The upstream parameter at fault.' }),
    attribute: t.exposeString('attribute', {
      description: 'The attribute of the entity at fault.',
    }),
    details: t.exposeString('details', {
      description:
        'Further details from the API; with the reason GUARDED, the name of the rule that refuses it.',
    }),
    value: t.exposeString('value', { description: 'The refused value as it was sent.' }),
    type: t.exposeString('type', {
      description:
        'The URI of the kind of problem, where the API answers with problem details (RFC 7807), as `deleteStreamWebhookLink` does; about:blank where the status says it all.',
    }),
    status: t.exposeInt('status', {
      description:
        'The HTTP status of the response, such as 404, where the API answers with problem details (RFC 7807) or gives no reason.',
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
  description: 'How the write ended. Check this before all other fields.',
} as const;
/** The description of every `input` argument. */
export const inputDoc = 'The ids and parameters of the REST call.';
/** The description of `errors` in the payload of a single write. */
export const defaultErrorsDoc =
  'Why the write was not applied. With APPLIED it is usually empty, unless the API sent errors nevertheless.';

/** The cost of a write: one call, and at most `rows` objects in its answer. */
export const oneCall = ({ name }: Endpoint, rows: number) =>
  ({ asks: name, parentsPerCall: 1, by: 'parent', objects: { firstOr: rows } }) as const;

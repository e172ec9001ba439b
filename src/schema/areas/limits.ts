import { type AdsLimit as AdsLimitValue, limits } from '../../upstream/catalogue/limits.ts';
import { builder } from '../fields/builder.ts';
import { InputFault } from '../fields/outcome.ts';

const AdsLimit = builder.objectRef<AdsLimitValue>('AdsLimit').implement({
  description: 'A documented limit of the REST API.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Stable name of the limit.' }),
    subject: t.exposeString('subject', {
      nullable: false,
      description: 'The value that is limited, and whether the number is a maximum or a minimum.',
    }),
    limit: t.exposeInt('limit', { nullable: false, description: 'The number.' }),
    unit: t.exposeString('unit', { nullable: false, description: 'Unit of the number.' }),
    reason: t.expose('reason', {
      type: InputFault,
      description:
        'The `reason` of the fault if a value exceeds it and the gateway checks it; else null.',
    }),
    message: t.exposeString('message', {
      description:
        'The sentence about a value beyond it, as in `WriteError.message`: "Name must have at most 255 characters." Null if only the API checks it.',
    }),
    source: t.exposeString('source', {
      nullable: false,
      description: 'The part of the API’s documentation that states it.',
    }),
  }),
});

builder.queryField('adsLimits', (t) =>
  t.field({
    type: [AdsLimit],
    nullable: false,
    description:
      'The documented limits of the REST API. The gateway checks those that need no data of the API, and refuses input that breaks one before anything is sent. Costs no upstream call.',
    resolve: () => limits,
  }),
);

import { group, post } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { id, listOf, long, required, shape, text } from '../language/params.ts';
import { onlyWhen } from '../language/rules.ts';
import { excludedOnly, operatorType, targetingType } from './targeting-criteria.ts';

export const audienceEstimate = entity(
  'AudienceEstimate',
  'An estimate of how many people some targeting criteria would reach.',
  {
    audience_size: shape('AudienceSize', 'A range of people', {
      min: long('The least number of people'),
      max: long('The greatest number of people'),
    }),
  },
  { key: null },
);

const criterion = shape(
  'AudienceEstimateCriterion',
  'A targeting criterion as it would be created',
  {
    line_item_id: id('The line item that the criterion is meant for'),
    targeting_type: required(targetingType.any('Kind of condition')),
    targeting_value: required(text('Value of the condition', { min: 1 })),
    operator_type: operatorType.only(
      'How the value is compared; the operatorType of the whole estimate by default',
      'EQ',
      'NE',
    ),
  },
);

export const audienceEstimates = group({
  estimateAudience: post('accounts/{account_id}/audience_estimate', {
    doc: 'Estimates how many people some targeting criteria would reach. Changes nothing',
    body: 'json',
    readOnly: true,
    params: {
      operator_type: operatorType.only(
        'How criteria without an operator of their own are compared; EQ by default',
        'EQ',
        'NE',
      ),
      targeting_criteria: required(
        listOf(
          criterion,
          'The criteria, of which at least one must be primary. Which types are primary is not documented: the API refuses others',
          { min: 1 },
        ),
      ),
    },
    rules: [
      onlyWhen('targeting_type', 'operator_type', ['NE'], {
        values: excludedOnly,
        within: 'targeting_criteria',
      }),
    ],
    returns: oneOf(audienceEstimate),
  }),
});

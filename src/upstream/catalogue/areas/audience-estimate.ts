import { group, post } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { listOf, long, required, shape, text } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';
import { onlyWhen } from '../language/rules.ts';
import { operatorType, targetingType } from './targeting-criteria.ts';

export const audienceEstimate = entity(
  'AudienceEstimate',
  'About how many people some targeting criteria would reach.',
  {
    audience_size: shape('AudienceSize', 'A range of people', {
      min: long('At least so many people'),
      max: long('At most so many people'),
    }),
  },
  { key: null },
);

const criterion = shape(
  'AudienceEstimateCriterion',
  'A targeting criterion as it would be created',
  {
    targeting_type: required(targetingType.any('Kind of condition')),
    targeting_value: required(text('Value of the condition', { min: 1 })),
    operator_type: operatorType.only(
      'How the value is compared; the operatorType of the whole estimate unless given',
      'EQ',
      'NE',
    ),
  },
);

export const audienceEstimates = group({
  estimateAudience: post('accounts/{account_id}/audience_estimate', {
    doc: 'About how many people some targeting criteria would reach; changes nothing',
    body: 'json',
    readOnly: true,
    params: {
      operator_type: operatorType.only(
        'How criteria without an operator of their own are compared; EQ unless given',
        'EQ',
        'NE',
      ),
      targeting_criteria: required(
        listOf(
          criterion,
          'The criteria, at least one of them a primary one; which kinds are primary is not documented, and the API refuses the rest',
          { min: 1 },
        ),
      ),
    },
    rules: [
      onlyWhen('targeting_type', 'operator_type', ['NE'], {
        values: ['APP_LIST'],
        within: 'targeting_criteria',
      }),
    ],
    returns: oneOf(audienceEstimate),
  }),
});

import { get, group } from '../language/endpoint.ts';
import { dated, entity, oneOf, rowsOf } from '../language/entity.ts';
import { id, json, text } from '../language/params.ts';

export const recommendation = entity(
  'Recommendation',
  'Changes that the API suggests for the campaigns of a funding instrument. Closed beta of version 5, which the API may no longer serve.',
  {
    ...dated,
    funding_instrument_id: id('The funding instrument it is about'),
    status: text('State of the suggestion, such as PENDING; the API may add values'),
    message: text('The suggestion as text'),
    changes: json(
      'The suggested changes: a tree of objects with `entity_type`, `operation_type` (null for no change), `params` and `dependent_entities`, with the names of the REST API. The batch mutations can apply them',
    ),
  },
);

export const recommendations = group({
  listRecommendations: get('accounts/{account_id}/recommendations', {
    doc: 'Suggested changes, at most one set for each funding instrument. Closed beta',
    version: '5',
    returns: rowsOf(recommendation, { omits: ['changes'], most: 100 }),
  }),
  getRecommendation: get('accounts/{account_id}/recommendations/{recommendation_id}', {
    doc: 'One set of suggested changes. Closed beta',
    version: '5',
    returns: oneOf(recommendation),
  }),
});

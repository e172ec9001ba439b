import { get, group } from '../language/endpoint.ts';
import { dated, entity } from '../language/entity.ts';
import { id, json, text } from '../language/params.ts';
import { oneOf, rowsOf } from '../language/returns.ts';

export const recommendation = entity(
  'Recommendation',
  'Changes that the API suggests for what a funding instrument pays. Closed beta of a version that the API may no longer serve.',
  {
    ...dated,
    funding_instrument_id: id('The funding instrument it is about'),
    status: text('What became of it, as in PENDING; the list may grow'),
    message: text('What it suggests, in words'),
    changes: json(
      'The suggested changes: a tree of objects with `entity_type`, `operation_type` (null: no change), `params` and `dependent_entities`, as JSON under the names of the API, for the batch mutations',
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

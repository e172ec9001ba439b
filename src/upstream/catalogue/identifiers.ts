/** How an identifier is written: the alphabet of each is documented, so anything else is refused before it is sent. */
export type IdForm = 'base36' | 'digits' | 'mediaKey' | 'iab';

/** What an identifier's name says: its form, and the entity it points to where that entity is in the graph. */
export interface Identifier {
  readonly form: IdForm;
  readonly of?: string;
}

const base36 = (of?: string): Identifier =>
  Object.freeze({ form: 'base36', ...(of !== undefined && { of }) });

const table = {
  account_id: base36('Account'),
  campaign_id: base36('Campaign'),
  funding_instrument_id: base36('FundingInstrument'),
  line_item_id: base36('LineItem'),
  promoted_tweet_id: base36('PromotedTweet'),
  targeting_criterion_id: base36('TargetingCriterion'),
  tweet_id: Object.freeze({ form: 'digits' }),
  user_id: Object.freeze({ form: 'digits' }),
  advertiser_user_id: Object.freeze({ form: 'digits' }),
  business_id: base36(),
} as const satisfies Readonly<Record<string, Identifier>>;

/** Every identifier by the name it has in paths, parameters and columns; lists use the same name in the plural. */
export const identifiers: Readonly<Record<string, Identifier>> = Object.freeze(table);

/** The identifier behind a parameter or column name, singular or plural. */
export const identifierOf = (name: string): Identifier => {
  const found = identifiers[name] ?? identifiers[name.replace(/s$/, '')];
  if (found === undefined) throw new TypeError(`identifiers.ts does not know ${name}`);
  return found;
};

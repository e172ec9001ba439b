import type { ReactNode } from 'react';
import { FaultLines } from '../FaultLines.tsx';
import type { Form, typedIn } from '../form.ts';
import { LineItemFields, lineItemFieldNames, objectives } from '../LineItemFields.tsx';
import { Targeting } from '../Targeting.tsx';
import type { LaunchCampaignLineItem } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { PostPicker_account$key } from './__generated__/PostPicker_account.graphql.ts';
import type { Line } from './lines.ts';
import { PostPicker } from './PostPicker.tsx';

const own = (at: number, name: string): string => `lineItems[${at}].${name}`;

/** The places of the input that the fields of a line item stand for, by the step they are in. */
export const lineItemPlaces = (at: number) => ({
  bid: lineItemFieldNames.map((name) => own(at, `lineItem.${name}`)),
  targeting: [own(at, 'targeting')],
  posts: [own(at, 'promotedTweetIds')],
});

/** The input of a line item, from the texts typed for it. */
export const lineItemOf = (
  { targets, posts }: Line,
  at: number,
  { text, given, neededTime }: ReturnType<typeof typedIn>,
): LaunchCampaignLineItem => {
  const place = (name: (typeof lineItemFieldNames)[number]): string => own(at, `lineItem.${name}`);
  return {
    lineItem: {
      name: given(place('name')),
      objective: objectives.find((one) => one === text(place('objective'))) ?? objectives[0],
      productType: 'PROMOTED_TWEETS',
      placements: ['ALL_ON_TWITTER'],
      bid: given(place('bid')),
      bidStrategy: given(place('bid')) === undefined ? 'AUTO' : 'MAX',
      startTime: neededTime(place('startTime')),
      endTime: neededTime(place('endTime')),
    },
    targeting: targets.map(({ type, value }) => ({
      targetingType: type,
      targetingValue: value,
      operatorType: 'EQ',
    })),
    promotedTweetIds: posts.map(({ value }) => value),
  };
};

interface Props {
  /** Its position in the input. */
  readonly at: number;
  readonly line: Line;
  readonly form: Form<string>;
  readonly onChange: (line: Line) => void;
}

interface BidProps extends Omit<Props, 'line' | 'onChange'> {
  /** Null if it is the only one. */
  readonly onRemove: (() => void) | null;
}

const Part = ({ at, children }: { readonly at: number; readonly children: ReactNode }) => (
  <fieldset className="fields part">
    <legend>Line item {at + 1}</legend>
    {children}
  </fieldset>
);

/** The fields for the objective, the bid and the dates of a line item of a launch. */
export const LineItemBid = ({ at, form, onRemove }: BidProps) => (
  <Part at={at}>
    <LineItemFields fieldOf={(name) => form.field(own(at, `lineItem.${name}`))} />
    {onRemove && (
      <button type="button" onClick={onRemove}>
        Remove line item {at + 1}
      </button>
    )}
  </Part>
);

/** The targeting of a line item of a launch. */
export const LineItemTargets = ({ at, line, form, onChange }: Props) => (
  <Part at={at}>
    <Targeting targets={line.targets} onPick={(targets) => onChange({ ...line, targets })} />
    <FaultLines faults={form.field(own(at, 'targeting')).faults} />
  </Part>
);

interface PostsProps extends Props {
  readonly account: PostPicker_account$key | null | undefined;
}

/** The posts that a line item of a launch promotes. */
export const LineItemPosts = ({ at, line, form, account, onChange }: PostsProps) => (
  <Part at={at}>
    {account && (
      <PostPicker
        account={account}
        chosen={line.posts}
        onPick={(posts) => onChange({ ...line, posts })}
      />
    )}
    <FaultLines faults={form.field(own(at, 'promotedTweetIds')).faults} />
  </Part>
);

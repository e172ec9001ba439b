import type { Form, typedIn } from '../form.ts';
import { LineItemFields, lineItemFieldNames, objectives } from '../LineItemFields.tsx';
import { Targeting } from '../Targeting.tsx';
import type { LaunchCampaignLineItem } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { PostPicker_account$key } from './__generated__/PostPicker_account.graphql.ts';
import type { Line } from './lines.ts';
import { PostPicker } from './PostPicker.tsx';

const own = (at: number, name: string): string => `lineItems[${at}].${name}`;

/** The places of the input that the fields of a line item stand for. */
export const lineItemFields = (at: number): readonly string[] => [
  ...lineItemFieldNames.map((name) => own(at, `lineItem.${name}`)),
  own(at, 'targeting'),
  own(at, 'promotedTweetIds'),
];

/** What was typed about a line item. */
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
  readonly account: PostPicker_account$key | null | undefined;
  readonly onChange: (line: Line) => void;
  /** Null where it is the only one. */
  readonly onRemove: (() => void) | null;
}

/** One line item of a launch: its bid and flight, whom it targets and which posts it promotes. */
export const LaunchLineItem = ({ at, line, form, account, onChange, onRemove }: Props) => (
  <fieldset className="fields part">
    <legend>Line item {at + 1}</legend>
    <LineItemFields fieldOf={(name) => form.field(own(at, `lineItem.${name}`))} />
    <Targeting targets={line.targets} onPick={(targets) => onChange({ ...line, targets })} />
    <PickFaults field={form.field(own(at, 'targeting'))} />
    {account && (
      <PostPicker
        account={account}
        chosen={line.posts}
        onPick={(posts) => onChange({ ...line, posts })}
      />
    )}
    <PickFaults field={form.field(own(at, 'promotedTweetIds'))} />
    {onRemove && (
      <button type="button" onClick={onRemove}>
        Remove line item {at + 1}
      </button>
    )}
  </fieldset>
);

/** What is wrong with values that were picked. */
const PickFaults = ({ field }: { readonly field: ReturnType<Form<string>['field']> }) =>
  field.faults.map(({ message }) => (
    <p key={message} className="fault">
      {message}
    </p>
  ));

import { Field } from '../Field.tsx';
import type { Form, typedIn } from '../form.ts';
import { LineItemFields, lineItemFieldNames, objectives } from '../LineItemFields.tsx';
import { Pickers } from '../LineItemTargeting.tsx';
import type { LaunchCampaignLineItem } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { Line } from './lines.ts';

const own = (at: number, name: string): string => `lineItems[${at}].${name}`;

/** The places of the input that the fields of a line item stand for. */
export const lineItemFields = (at: number): readonly string[] => [
  ...lineItemFieldNames.map((name) => own(at, `lineItem.${name}`)),
  own(at, 'targeting'),
  own(at, 'promotedTweetIds'),
];

/** What was typed about a line item. */
export const lineItemOf = (
  { picks }: Line,
  at: number,
  { text, given, all, time, neededTime }: ReturnType<typeof typedIn>,
): LaunchCampaignLineItem => {
  const place = (name: (typeof lineItemFieldNames)[number]): string => own(at, `lineItem.${name}`);
  return {
    lineItem: {
      name: given(place('name')),
      objective: objectives.find((one) => one === text(place('objective'))),
      productType: 'PROMOTED_TWEETS',
      placements: ['ALL_ON_TWITTER'],
      bid: given(place('bid')),
      bidStrategy: given(place('bid')) === undefined ? 'AUTO' : 'MAX',
      startTime: time(place('startTime')),
      endTime: neededTime(place('endTime')),
    },
    targeting: picks.map(({ type, value }) => ({
      targetingType: type,
      targetingValue: value,
      operatorType: 'EQ',
    })),
    promotedTweetIds: all(own(at, 'promotedTweetIds')),
  };
};

interface Post {
  readonly restId: string;
  readonly fullText: string | null | undefined;
}

interface Props {
  /** Its position in the input. */
  readonly at: number;
  readonly line: Line;
  readonly form: Form<string>;
  readonly posts: readonly Post[];
  /** The ids of posts that are chosen from the first. */
  readonly chosenPosts: readonly string[];
  readonly onChange: (line: Line) => void;
  /** Null where it is the only one. */
  readonly onRemove: (() => void) | null;
}

/** One line item of a launch: its bid and flight, whom it targets and which posts it promotes. */
export const LaunchLineItem = (props: Props) => {
  const { at, line, form, posts, chosenPosts, onChange, onRemove } = props;
  return (
    <fieldset className="fields part">
      <legend>Line item {at + 1}</legend>
      <LineItemFields fieldOf={(name) => form.field(own(at, `lineItem.${name}`))} />
      <Pickers picks={line.picks} onPick={(picks) => onChange({ ...line, picks })} />
      {form.field(own(at, 'targeting')).faults.map(({ message }) => (
        <p key={message} className="fault">
          {message}
        </p>
      ))}
      <Field label="Posts" {...form.field(own(at, 'promotedTweetIds'))}>
        {({ id, name, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }) => (
          <select
            {...{ id, name, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }}
            multiple
            size={4}
            defaultValue={[...chosenPosts]}
          >
            {posts.map(({ restId, fullText }) => (
              <option key={restId} value={restId}>
                {fullText ?? restId}
              </option>
            ))}
          </select>
        )}
      </Field>
      {onRemove && (
        <button type="button" onClick={onRemove}>
          Remove line item {at + 1}
        </button>
      )}
    </fieldset>
  );
};

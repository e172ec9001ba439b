import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { Field } from '../Field.tsx';
import { typedIn, useForm, valueAt } from '../form.ts';
import type { Write } from '../relay/write.ts';
import type { LaunchCampaignMutation } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { LaunchFormQuery } from './__generated__/LaunchFormQuery.graphql.ts';
import { LaunchEnd } from './LaunchEnd.tsx';
import { LaunchLineItem, lineItemFields, lineItemOf } from './LaunchLineItem.tsx';
import type { Launched } from './launched.ts';
import type { Line } from './lines.ts';
import { keptLines, newLine } from './lines.ts';

type Input = LaunchCampaignMutation['variables']['input'];

// Named as in the input, so that a fault finds its field.
const fields = [
  'campaign.name',
  'campaign.fundingInstrumentId',
  'campaign.dailyBudget',
  'campaign.totalBudget',
] as const;

interface Props {
  readonly accountId: string;
  readonly write: Write<Input, Launched>;
  readonly fetchKey: number;
  readonly onClose: () => void;
}

/** A whole campaign: who pays, line items, whom they target and which posts they promote. */
export const LaunchForm = ({ accountId, write, fetchKey, onClose }: Props) => {
  const { isOpen, last, ending, send } = write;
  const { account } = useLazyLoadQuery<LaunchFormQuery>(
    graphql`
      query LaunchFormQuery($accountId: ID!) {
        account(id: $accountId) {
          fundingInstruments(first: 200) {
            edges {
              node {
                id
                description
                currency
              }
            }
          }
          tweets(first: 12, tweetType: PUBLISHED, timelineType: ALL) {
            edges {
              node {
                restId
                fullText
              }
            }
          }
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  const [lines, setLines] = useState<readonly Line[]>(() =>
    isOpen && last !== null ? keptLines(last) : [newLine()],
  );
  const [isActivated] = useState(isOpen && last?.input.activate === true);
  const form = useForm<string>(write);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = typedIn(event.currentTarget);
    const { text, given, isChecked } = typed;
    const campaign = {
      name: text('campaign.name'),
      fundingInstrumentId: text('campaign.fundingInstrumentId'),
      dailyBudget: given('campaign.dailyBudget'),
      totalBudget: given('campaign.totalBudget'),
    };
    const lineItems = lines.map((line, at) => lineItemOf(line, at, typed));
    const names = lines.map(({ picks }) => JSON.stringify(picks));
    void send({ accountId, campaign, lineItems, activate: isChecked('activate') }, names);
  };
  const posts = account?.tweets?.edges.map(({ node }) => node) ?? [];
  const shown = [...fields, ...lines.flatMap((_, at) => lineItemFields(at))];
  const change = (line: Line): void =>
    setLines(lines.map((before) => (before.key === line.key ? line : before)));
  return (
    <form ref={form.ref} onSubmit={submit} noValidate>
      <fieldset className="fields" disabled={isOpen || ending?.outcome === 'APPLIED'}>
        <Field label="Campaign name" {...form.field('campaign.name')} />
        <Field label="Paid by" {...form.field('campaign.fundingInstrumentId')}>
          {(attributes) => (
            <select {...attributes}>
              <option value="">Choose …</option>
              {account?.fundingInstruments?.edges.map(({ node }) => (
                <option key={node.id} value={node.id}>
                  {node.description} ({node.currency})
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Daily budget" inputMode="decimal" {...form.field('campaign.dailyBudget')} />
        <Field label="Total budget" inputMode="decimal" {...form.field('campaign.totalBudget')} />
        {lines.map((line, at) => (
          <LaunchLineItem
            key={line.key}
            at={at}
            line={line}
            form={form}
            posts={posts}
            chosenPosts={
              isOpen && last ? (valueAt(last.input, `lineItems[${at}].promotedTweetIds`) as []) : []
            }
            onChange={change}
            onRemove={lines.length > 1 ? () => setLines(lines.filter((one) => one !== line)) : null}
          />
        ))}
        <button type="button" onClick={() => setLines([...lines, newLine()])}>
          Another line item
        </button>
        <label>
          <input type="checkbox" name="activate" defaultChecked={isActivated} /> Activate all of it
          once it is made
        </label>
      </fieldset>
      <LaunchEnd write={write} errors={form.faultsBeside(shown)} verb="Launch" onClose={onClose} />
    </form>
  );
};
